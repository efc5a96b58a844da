import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../lib/config.ts'
import { plainAddress } from '../lib/ssrf-guard.ts'
import { ownNames } from './certificate.ts'

type Asked = {
  host: string | undefined
  /** Path and query. */
  target: string | undefined
  /** The local address of the connection. */
  address: string | undefined
  port: number | undefined
}

export const askedOf = ({ headers, url, socket }: IncomingMessage): Asked => ({
  host: headers.host,
  target: url,
  address: socket.localAddress,
  port: socket.localPort,
})

/**
 * The target of a plain HTTP request: PUBLIC_URL, else the requested name if that is ours (of this machine or of the
 * certificate), else the address that the request reached. Never a name that only the request knows.
 */
export function redirectToHttps(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  certificate: string,
): (asked: Asked) => string {
  const own = ownNames()
  const x509 = new X509Certificate(certificate)
  const isOwn = (name: string) =>
    isIP(name)
      ? own.addresses.includes(name) || x509.checkIP(name) !== undefined
      : own.names.includes(name) || x509.checkHost(name) !== undefined
  return ({ host = '', target = '', address = '', port }) => {
    const path = target.startsWith('/') ? target : '/'
    if (PUBLIC_URL?.startsWith('https:')) return new URL(PUBLIC_URL).origin + path
    const [, name = '', ownPort = ''] = /^(\[[\da-f:]+\]|[\w.-]{1,255})(:\d{1,5})?$/i.exec(host) ?? []
    if (name && isOwn(name.replaceAll(/[[\]]/g, '').toLowerCase())) return `https://${name}${ownPort}${path}`
    const reached = plainAddress(address)
    return `https://${reached.includes(':') ? `[${reached}]` : reached}:${port}${path}`
  }
}
