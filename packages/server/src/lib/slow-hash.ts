import { createHmac, scrypt } from 'node:crypto'
import { type Hashing, hashForm, scryptCost } from '@gatehouse/contract/device/link.ts'
import type { InstallKeys } from './install-keys.ts'
import { blindIndex } from './seal.ts'

/*
 * The key of a card's number or a PIN on a terminal (ADR 0045): the slow part is computed once for each card with the
 * salt of the installation, the part of each device is quick. Off the main thread; the caller runs one at a time.
 */

const saltOf = (keys: InstallKeys) => blindIndex(keys.blindIndex, 'salt of cards and PINs').subarray(0, 16)
const deviceSaltOf = (keys: InstallKeys, deviceId: string) => blindIndex(keys.blindIndex, `salt of device ${deviceId}`)

export const cardKey = (keys: InstallKeys, spelled: string): Promise<Buffer> => slow(Buffer.from(spelled), saltOf(keys))

/** Hashes a PIN in the form of `hashPin`, `<salt>.<hash>`: PINs that nobody can read get a key, too. */
export function pinKey(keys: InstallKeys, hashed: string): Promise<Buffer> {
  const [salt = '', hash = ''] = hashed.split('.')
  return slow(Buffer.from(hash, 'hex'), Buffer.concat([saltOf(keys), Buffer.from(salt, 'hex')]))
}

/** The salts of a device, in hex, as they are sent to it. */
export const hashingOf = (keys: InstallKeys, deviceId: string): Hashing => ({
  form: hashForm,
  salt: saltOf(keys).toString('hex'),
  deviceSalt: deviceSaltOf(keys, deviceId).toString('hex'),
})

/** The key on one device: the lists of two terminals have nothing in common. */
export const ofDevice = ({ deviceSalt }: Hashing, key: Buffer): string =>
  createHmac('sha256', Buffer.from(deviceSalt, 'hex')).update(key).digest('hex')

function slow(secret: Buffer, salt: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(secret, salt, 32, { ...scryptCost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
    error ? reject(error) : resolve(key),
  )
  return promise
}
