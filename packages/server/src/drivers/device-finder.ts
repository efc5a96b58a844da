import type { DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import type { Db } from '../db/open-database.ts'
import { findDeviceBySerial } from '../device-link/device-store.ts'
import type { FoundDevice } from './device-events.ts'

/** The devices of makes that name them by their serial number. */
export type DeviceFinder = {
  find(make: DeviceMake, serialNumber: string): Promise<FoundDevice | undefined>
  /** Forgets a device that has changed, and who was unknown: one of them may be this device. */
  remove(ldid: string): void
  clear(): void
}

/** A hint that was lost unnoticed takes effect after this time; who is unknown may be accepted any moment. */
const [keptMs, unknownKeptMs] = [60_000, 2_000]
const maxKept = 20_000

/** Kept in memory, so that a poll of a known device costs no statement. */
export function createDeviceFinder(db: Db, nowMs: () => number = () => performance.now()): DeviceFinder {
  const kept = new Map<string, { device: FoundDevice | undefined; endsMs: number }>()
  // Counts removals: an entry read before a removal must not be kept after it.
  let generation = 0
  return {
    async find(make, serialNumber) {
      const key = `${make} ${serialNumber}`
      const found = kept.get(key)
      if (found && found.endsMs > nowMs()) return found.device
      const before = generation
      const device = await findDeviceBySerial(db, make, serialNumber)
      if (kept.size >= maxKept) kept.clear()
      if (generation === before) kept.set(key, { device, endsMs: nowMs() + (device ? keptMs : unknownKeptMs) })
      return device
    },
    remove(ldid) {
      generation++
      for (const [key, { device }] of kept) if (!device || device.ldid === ldid) kept.delete(key)
    },
    clear() {
      generation++
      kept.clear()
    },
  }
}
