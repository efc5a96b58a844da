import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { unreadable } from '@gatehouse/contract/fields.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). `context` (a column or a content hash) is authenticated,
 * so that a sealed value copied to another place does not open there.
 */
export function seal(key: Buffer, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws when the bytes were changed, or sealed with another key or context */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes))
  // In this mode no bytes are left: here the tag is compared.
  decipher.final()
  return plain
}

export const sealText = (key: Buffer, text: string | null, context: string) =>
  text === null ? null : seal(key, Buffer.from(text), context)

export const unsealText = (key: Buffer, sealed: Buffer | null, context: string) =>
  sealed === null ? null : unseal(key, sealed, context).toString()

/** Reports the place of each value that did not open and was skipped; the server logs it. */
export const unopenedChannel = channel('gatehouse:unopened')

/** For one value of many: a value that does not open costs only itself. The log gets its `place`. */
export function unsealOrSkip(key: Buffer, sealed: Buffer, context: string, place = context): Buffer | undefined {
  try {
    return unseal(key, sealed, context)
  } catch {
    unopenedChannel.publish({ place })
    return undefined
  }
}

/** The same for text that is shown to people: `unreadable` replaces a value that does not open. */
export const unsealShown = (key: Buffer, sealed: Buffer | null, context: string): string | null =>
  sealed === null ? null : (unsealOrSkip(key, sealed, context)?.toString() ?? unreadable)

/** A keyed hash by which an encrypted value can be found again, but not guessed from a stolen table. */
export const blindIndex = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest()
