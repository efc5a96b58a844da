import { slowHash } from '#platform'
import type { Hashing } from '@gatehouse/contract/device/link.ts'

/* The keys of cards and PINs that the server made for this terminal alone: docs/device-link.md, "Card and PIN". */

/** The rounds of a PIN's own hash, which is computed before the slow one. */
const rounds = 100_000
const utf8 = new TextEncoder()

/** The prefix of a PIN that is kept in this form, as its salt and its key. */
const keyed = 'scrypt-1.'
/** The form in which a PIN is kept here: the one in which it arrived. */
export const keptPin = ({ pinKey, pin }: { pinKey: string | null; pin: string | null }): string | null =>
  pinKey === null ? pin : keyed + pinKey

/** The key of a card's number on this terminal; one slow hash, however many people there are. */
export const cardKey = async ({ salt, deviceSalt }: Hashing, spelled: string): Promise<string> =>
  ofDevice(deviceSalt, await slowHash(utf8.encode(spelled), Uint8Array.fromHex(salt)))

/** Whether this is the PIN that is kept, in either form. */
export async function isPin(pin: string, kept: string, hashing: Hashing | null): Promise<boolean> {
  const isKeyed = kept.startsWith(keyed)
  const [salt = '', wanted] = (isKeyed ? kept.slice(keyed.length) : kept).split('.')
  const own = Uint8Array.fromHex(salt)
  const hash = await derive(pin, own)
  if (!isKeyed) return hash.toHex() === wanted
  if (!hashing) return false
  const common = Uint8Array.fromHex(hashing.salt)
  const both = new Uint8Array(common.length + own.length)
  both.set(common)
  both.set(own, common.length)
  return (await ofDevice(hashing.deviceSalt, await slowHash(hash, both))) === wanted
}

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', utf8.encode(pin), 'PBKDF2', false, ['deriveBits'])
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return new Uint8Array(await crypto.subtle.deriveBits(method, key, 256))
}

async function ofDevice(deviceSalt: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const method = { name: 'HMAC', hash: 'SHA-256' }
  const hmac = await crypto.subtle.importKey('raw', Uint8Array.fromHex(deviceSalt), method, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmac, key)).toHex()
}
