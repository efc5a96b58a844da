import { scrypt } from 'node:crypto'
import { scryptCost } from '@gatehouse/contract/device/link.ts'

/** scrypt on a thread of its own: recognition goes on meanwhile. */
export function slowHash(secret: Uint8Array, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  scrypt(secret, salt, 32, { ...scryptCost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
    error ? reject(error) : resolve(new Uint8Array(key)),
  )
  return promise
}
