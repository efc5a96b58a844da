import tls from 'node:tls'
import type { DetailedPeerCertificate } from 'node:tls'
import { LinkError } from '../link/link-error.ts'
import { normaliseFingerprint, type Trust } from '../link/trust.ts'

/**
 * The host's name is not compared if the installation has its own authority: that authority signs for this one server
 * only, and a door must not close because the server got another address.
 */
export function tlsOptions({
  certificateAuthority,
}: Trust): Pick<tls.ConnectionOptions, 'checkServerIdentity'> & { ca?: string } {
  return certificateAuthority === null ? {} : { ca: certificateAuthority, checkServerIdentity: () => undefined }
}

/**
 * Fetches the certificate authority that the server shows and accepts it only if its SHA-256 is the one on the pairing
 * page: from then on it is trusted like any other authority. Nothing is sent before. Throws LinkError.
 */
export async function learnCertificateAuthority(server: URL, fingerprint: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const port = Number(server.port || 443)
  // Unverified on purpose: this connection only shows the chain, which is then compared with the fingerprint.
  const socket = tls.connect({ host, port, rejectUnauthorized: false, ...(isName(host) && { servername: host }) })
  socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')))
  socket.on('error', (cause) =>
    reject(new LinkError('unreachable', `no answer from ${server.origin}: ${cause.message}`, { cause })),
  )
  socket.on('secureConnect', () => {
    const found = chainOf(socket.getPeerCertificate(true)).find(
      (certificate) => normaliseFingerprint(certificate.fingerprint256) === fingerprint,
    )
    socket.destroy()
    if (found) resolve(pemOf(found.raw))
    else
      reject(
        new LinkError(
          'refused',
          `${server.origin} shows no certificate with that fingerprint: is it the right server?`,
        ),
      )
  })
  return promise
}

const isName = (host: string): boolean => !/^[0-9.]+$/.test(host) && !host.includes(':')

function chainOf(first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  // A self-signed certificate is its own issuer.
  for (let next = first; next?.raw && !chain.includes(next); next = next.issuerCertificate) chain.push(next)
  return chain
}

function pemOf(raw: Buffer): string {
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
