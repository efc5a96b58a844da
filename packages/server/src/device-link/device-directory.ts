import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../db/open-database.ts'
import { networkOf } from '../lib/network-of.ts'
import { type Credentials, hashSecret } from './credentials.ts'
import { findDeviceSecret } from './device-store.ts'
import { countWrongAttempts } from './wrong-attempts.ts'

export type DeviceIdentity = { id: string; ldid: string; name: string }

/**
 * The identities of the devices. Recent callers are kept in memory, so that a call costs no query; a hint removes the
 * entry of a device that was unbound. The store's statements check the device's row themselves, so even a call in the
 * moment before the hint does nothing.
 */
export type DeviceDirectory = {
  /** @throws AppError device.credentials-wrong, request.too-many */
  authenticate(credentials: Credentials | undefined, address: string): Promise<DeviceIdentity>
  remove(ldid: string): void
  clear(): void
}

type Entry = { identity: DeviceIdentity; secretHash: Buffer; endsMs: number }

/** A hint that was lost unnoticed takes effect after this time at the latest. */
const keptMs = 60_000
const maxKept = 50_000

export function createDeviceDirectory(db: Db, nowMs: () => number = () => performance.now()): DeviceDirectory {
  const entries = new Map<string, Entry>()
  const wrong = countWrongAttempts()
  // Counts removals: an entry read before a removal must not be kept after it.
  let generation = 0

  async function load(ldid: string): Promise<Entry | undefined> {
    const before = generation
    const row = await findDeviceSecret(db, ldid)
    if (!row) return undefined
    const { secret_hash: secretHash, ...identity } = row
    const entry = { identity, secretHash, endsMs: nowMs() + keptMs }
    if (entries.size >= maxKept) entries.clear()
    if (generation === before) entries.set(ldid, entry)
    return entry
  }

  return {
    async authenticate(credentials, address) {
      const fits = (entry: Entry | undefined) =>
        credentials && entry && timingSafeEqual(hashSecret(credentials.secret), entry.secretHash)
      const kept = credentials && entries.get(credentials.ldid)
      const isFresh = kept !== undefined && kept.endsMs > nowMs()
      const isKnown = fits(kept)
      if (kept && isKnown && isFresh) return kept.identity
      // A known device does not wait because of the attempts of others behind the same router.
      if (!isKnown) wrong.check(networkOf(address), credentials?.ldid ?? '')
      const entry = isFresh || !credentials ? kept : await load(credentials.ldid)
      if (!entry || !fits(entry)) {
        wrong.record(networkOf(address), credentials?.ldid ?? '')
        throw new AppError('device.credentials-wrong')
      }
      return entry.identity
    },
    remove(ldid) {
      generation++
      entries.delete(ldid)
    },
    clear() {
      generation++
      entries.clear()
    },
  }
}
