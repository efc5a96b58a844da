import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** PEM texts of a certificate and its private key. */
export type Certificate = { cert: string; key: string }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
// The certificate library takes no Temporal.
// oxlint-disable-next-line no-restricted-globals -- it leaves this file only inside a certificate
const daysFromNow = (days: number) => new Date(Temporal.Now.instant().epochMilliseconds + days * 86_400_000)
const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const serialNumber = () => Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))).toString('hex')

async function toPem(certificate: x509.X509Certificate, privateKey: webcrypto.CryptoKey): Promise<Certificate> {
  const key = await webcrypto.subtle.exportKey('pkcs8', privateKey)
  return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') }
}

/**
 * A certificate authority of the installation's own, for ten years; people make browsers and terminals trust it once.
 */
export async function makeAuthority(): Promise<Certificate> {
  x509.cryptoProvider.set(webcrypto)
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Gatehouse installation authority',
    keys,
    signingAlgorithm: algorithm,
    serialNumber: serialNumber(),
    notBefore: daysFromNow(-1),
    notAfter: daysFromNow(3650),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return toPem(certificate, keys.privateKey)
}

/** A server certificate for these names and addresses, for 397 days (the maximum that browsers accept). */
export async function makeServerCertificate(
  authority: Certificate,
  { names, addresses }: { names: string[]; addresses: string[] },
): Promise<Certificate> {
  x509.cryptoProvider.set(webcrypto)
  const keys = await makeKeys()
  const issuer = new x509.X509Certificate(authority.cert)
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.key),
    algorithm,
    false,
    ['sign'],
  )
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Gatehouse',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    serialNumber: serialNumber(),
    notBefore: daysFromNow(-1),
    notAfter: daysFromNow(396),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  return toPem(certificate, keys.privateKey)
}
