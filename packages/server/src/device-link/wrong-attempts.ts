import { AppError } from '@gatehouse/contract/errors.ts'
import { createWindowCounter } from '../lib/window-counter.ts'

/** Wrong credentials for one LDID from one address within a minute before it has to wait for the rest of the minute. */
const free = 30
/**
 * Different LDIDs with wrong credentials from one address: far more than the unbound terminals of a company behind one
 * router, so that these block no healthy one, and few enough that a caller who invents LDIDs does not occupy the
 * database.
 */
const freeLdids = 600
const windowMs = 60_000
const maxKeys = 50_000

/**
 * Wrong device credentials by address and LDID, in this process only. A secret of 256 bits cannot be guessed; this
 * keeps a caller who tries from occupying the database. Known devices are not counted.
 */
export type WrongAttempts = {
  /** @throws AppError request.too-many with the seconds to wait */
  check(address: string, ldid: string): void
  record(address: string, ldid: string): void
}

export function countWrongAttempts(nowMs: () => number = () => performance.now()): WrongAttempts {
  const tries = createWindowCounter({ windowMs, maxKeys }, nowMs)
  const ldids = createWindowCounter({ windowMs, maxKeys }, nowMs)
  const pairOf = (address: string, ldid: string) => `${address} ${ldid}`
  return {
    check(address, ldid) {
      const seconds = tries.secondsToWait(pairOf(address, ldid), free) ?? ldids.secondsToWait(address, freeLdids)
      if (seconds !== null) throw new AppError('request.too-many', { seconds })
    },
    record(address, ldid) {
      if (tries.add(pairOf(address, ldid)) === 1) ldids.add(address)
    },
  }
}
