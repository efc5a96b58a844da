import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type Config, readNamedFile } from '../lib/config.ts'
import type { Certificate } from './self-signed-ca.ts'

/** The certificate of the server: from a file, from the installation's own authority, or none (plain HTTP). */
export async function readCertificate(config: Config): Promise<Certificate | undefined> {
  if (config.TLS_CERT && config.TLS_KEY)
    return {
      cert: await readNamedFile('TLS_CERT', config.TLS_CERT),
      key: await readNamedFile('TLS_KEY', config.TLS_KEY),
    }
  if (config.TLS !== 'self-signed') return undefined
  // Loaded only here: the certificate library costs every start some 100 ms.
  const { makeAuthority, makeServerCertificate } = await import('./self-signed-ca.ts')
  const folder = tlsFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const authority = await readOrMake(join(folder, 'ca.pem'), join(folder, 'ca.key'), makeAuthority)
  const names = ownNames()
  const certFile = join(folder, 'server.pem')
  const keyFile = join(folder, 'server.key')
  const server = await readPair(certFile, keyFile)
  if (server && fits(server.cert, names)) return { cert: `${server.cert}\n${authority.cert}`, key: server.key }
  const made = await makeServerCertificate(authority, names)
  await writePair(certFile, keyFile, made)
  return { cert: `${made.cert}\n${authority.cert}`, key: made.key }
}

const tlsFolder = (config: Config) => join(config.GATEHOUSE_DATA, 'keys', 'tls')

/** SHA-256 of the own authority's certificate (hex), for terminals to check at pairing; null if there is none. */
export async function authorityFingerprint(config: Config): Promise<string | null> {
  if (config.TLS !== 'self-signed' || config.TLS_CERT) return null
  const pair = await readPair(join(tlsFolder(config), 'ca.pem'), join(tlsFolder(config), 'ca.key'))
  return pair ? new X509Certificate(pair.cert).fingerprint256.replaceAll(':', '').toLowerCase() : null
}

/** Names and addresses under which this machine is reached. */
export function ownNames(): { names: string[]; addresses: string[] } {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const addresses = interfaces.filter(({ address }) => !address.startsWith('fe80')).map(({ address }) => address)
  return { names: [...new Set(['localhost', hostname().toLowerCase()])], addresses: [...new Set(addresses)] }
}

/** Still valid for a month, and for every name and address of today. */
function fits(pem: string, { names, addresses }: { names: string[]; addresses: string[] }): boolean {
  const certificate = new X509Certificate(pem)
  const lasts = certificate.validToDate.getTime() > Temporal.Now.instant().epochMilliseconds + 30 * 86_400_000
  return (
    lasts &&
    names.every((name) => certificate.checkHost(name)) &&
    addresses.every((address) => certificate.checkIP(address))
  )
}

async function readPair(certFile: string, keyFile: string): Promise<Certificate | undefined> {
  try {
    return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
  } catch {
    return undefined
  }
}

async function writePair(certFile: string, keyFile: string, { cert, key }: Certificate): Promise<void> {
  await writeFile(keyFile, key, { mode: 0o600, flush: true })
  await writeFile(certFile, cert, { mode: 0o644, flush: true })
}

async function readOrMake(certFile: string, keyFile: string, make: () => Promise<Certificate>): Promise<Certificate> {
  const pair = await readPair(certFile, keyFile)
  if (pair) return pair
  const made = await make()
  await writePair(certFile, keyFile, made)
  return made
}
