import { constants, createPublicKey, publicEncrypt } from 'node:crypto'

/** Encrypts as a browser does: RSA with PKCS#1 v1.5 padding under the key of `rsapub`. */
export function encryptPassword({ module, empoent }: { module: string; empoent: string }, text: string): string {
  const part = (hex: string) =>
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'RSA', n: part(module), e: part(empoent) }, format: 'jwk' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('hex')
}
