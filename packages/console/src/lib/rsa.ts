/** A public key as `GET v2/rsapub` gives it: the exponent and the modulus, both as hexadecimal text. */
export type RsaPublicKey = { empoent: string; module: string }

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Random bytes, none of them zero: zero ends the padding. */
function nonZeroBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const source = new Uint8Array(length)
  for (let filled = 0; filled < length;) {
    crypto.getRandomValues(source)
    for (const byte of source) {
      if (byte === 0 || filled === length) continue
      bytes[filled] = byte
      filled += 1
    }
  }
  return bytes
}

/**
 * Encrypts a text with PKCS#1 v1.5 padding (RFC 8017, 7.2.1) and gives lower-case hex as long as the modulus (LOGIN-03).
 * Written out because WebCrypto has no v1.5 encryption and does not stand on plain http pages.
 */
export function encryptRsa(text: string, key: RsaPublicKey): string {
  const message = new TextEncoder().encode(text)
  const modulus = BigInt(`0x${key.module}`)
  const length = Math.ceil(modulus.toString(16).length / 2)
  const paddingLength = length - message.length - 3
  if (paddingLength < 8) throw new RangeError('The text is too long for the key')
  const block = new Uint8Array([0, 2, ...nonZeroBytes(paddingLength), 0, ...message])
  const cipher = power(BigInt(`0x${hex(block)}`), BigInt(`0x${key.empoent}`), modulus)
  return cipher.toString(16).padStart(length * 2, '0')
}
