import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** The first address that another machine can reach when we listen on all of them. */
export function hostForPeople(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host
  const outer = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return outer.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost'
}

/** Where people reach this server, as far as it can tell itself; PUBLIC_URL knows better. */
export function addressForPeople({ HOST, PORT, TLS, TLS_CERT }: Config): string {
  return `${(TLS ?? TLS_CERT) ? 'https' : 'http'}://${hostForPeople(HOST)}:${PORT}`
}
