import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** The first address that another machine can reach when the server listens on all of them. */
export function hostForPeople(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host
  const outer = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return outer.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost'
}

/** The address of this server for people, as far as it can tell itself; PUBLIC_URL knows better. */
export function addressForPeople({ HOST, PORT, TLS, TLS_CERT }: Config): string {
  return `${(TLS ?? TLS_CERT) ? 'https' : 'http'}://${hostForPeople(HOST)}:${PORT}`
}
