import { AppError } from '@gatehouse/contract/errors.ts'

/** Wrong credentials for one LDID from one address within a minute before it is asked to wait for the rest of it. */
const free = 30
/**
 * Different LDIDs that were wrong from one address: far more than a company has unbound terminals behind one router, so that
 * these keep no healthy one out, and few enough that who makes up LDIDs does not occupy the database.
 */
const freeLdids = 600
const windowMs = 60_000
const maxKept = 50_000

/**
 * Wrong device credentials by address and LDID, in this process only. A secret of 256 bits cannot be guessed; this keeps a
 * caller who tries from occupying the database. Devices that are known already are not asked.
 */
export type WrongAttempts = {
  /** @throws AppError request.too-many with the seconds to wait */
  refuseMany(address: string, ldid: string): void
  note(address: string, ldid: string): void
}

export function countWrongAttempts(nowMs: () => number = () => performance.now()): WrongAttempts {
  const tries = openCounts(nowMs)
  const ldids = openCounts(nowMs)
  const pairOf = (address: string, ldid: string) => `${address} ${ldid}`
  return {
    refuseMany(address, ldid) {
      tries.refuse(pairOf(address, ldid), free)
      ldids.refuse(address, freeLdids)
    },
    note(address, ldid) {
      if (tries.add(pairOf(address, ldid)) === 1) ldids.add(address)
    },
  }
}

function openCounts(nowMs: () => number) {
  const counts = new Map<string, { count: number; endsMs: number }>()
  return {
    refuse(key: string, most: number) {
      const entry = counts.get(key)
      const leftMs = (entry?.endsMs ?? 0) - nowMs()
      if (entry && leftMs > 0 && entry.count >= most)
        throw new AppError('request.too-many', { seconds: Math.ceil(leftMs / 1000) })
    },
    /** Gives how many there are now. */
    add(key: string): number {
      const entry = counts.get(key)
      if (entry && entry.endsMs > nowMs()) return ++entry.count
      // The oldest goes first: a Map keeps the order in which its keys came.
      if (counts.size >= maxKept) counts.delete(counts.keys().next().value ?? '')
      counts.delete(key)
      counts.set(key, { count: 1, endsMs: nowMs() + windowMs })
      return 1
    },
  }
}
