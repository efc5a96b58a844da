import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** The first address that another machine can reach when the server listens on all of them. */
export function hostForPeople(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host
  const outer = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return outer.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost'
}

export type Addresses = {
  /** The address to open first: a camera works there, as far as this server can bring that about. */
  first: string
  /** The address for other machines of the network where that is another one. */
  network: string | undefined
  /** Browsers give pages of `network` no camera: it is neither HTTPS nor this machine. */
  isNetworkWithoutCamera: boolean
}

/** The addresses that people are told at the start: over plain HTTP a browser gives the camera to `localhost` alone. */
export function addressesForPeople(
  { HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>,
  { protocol, port }: { protocol: 'http' | 'https'; port: number },
): Addresses {
  const host = hostForPeople(HOST)
  const network = `${protocol}://${host}:${port}`
  if (PUBLIC_URL) return { first: PUBLIC_URL, network: undefined, isNetworkWithoutCamera: false }
  const isAnywhere = HOST === '0.0.0.0' || HOST === '::'
  if (protocol === 'https' || !isAnywhere || host === 'localhost') {
    const isOutside = protocol === 'http' && !/^(localhost|127\.|\[::1\])/.test(host)
    return { first: network, network: undefined, isNetworkWithoutCamera: isOutside }
  }
  return { first: `http://localhost:${port}`, network, isNetworkWithoutCamera: true }
}

/** The address of this server for people, as far as it can tell itself; PUBLIC_URL knows better. */
export function addressForPeople({ HOST, PORT, TLS, TLS_CERT }: Config): string {
  return `${(TLS ?? TLS_CERT) ? 'https' : 'http'}://${hostForPeople(HOST)}:${PORT}`
}
