import type { Db } from '../../db/open-database.ts'
import { endLease, type LeaseKey, lockLease, renewLease, takeLease } from './lease-store.ts'

/** Another server may call the device by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to call one device. A driver calls only while it holds. */
export type Lease = {
  epoch: number
  /** Aborted before another server may take the lease: a call that goes on afterwards is not alone. */
  signal: AbortSignal
  /**
   * In the transaction that stores what a call brought: nobody else takes the lease before its end.
   * @throws LeaseLost
   */
  hold(db: Db): Promise<void>
}

export type HeldLease = Lease & {
  isOver(): boolean
  renew(): Promise<void>
  end(): Promise<void>
}

/** The part of its time after which a holder stops by its own clock: its own clock may run a little slower than that of the database. */
const ownShare = 0.8

/** Takes the lease of a device; undefined where another server holds it. The time counts from before the question. */
export async function openLease(db: Db, deviceId: string, holder: string, ms: number): Promise<HeldLease | undefined> {
  const asked = performance.now()
  const epoch = await takeLease(db, deviceId, holder, ms)
  if (epoch === undefined) return undefined
  const key: LeaseKey = { deviceId, holder, epoch }
  const ending = new AbortController()
  const over = () => ending.abort(new LeaseLost(deviceId))
  let endsMs = asked + ms * ownShare
  let timer = setTimeout(over, Math.max(0, endsMs - performance.now()))
  // A process that stood still runs on without its timers having run.
  const isOver = () => ending.signal.aborted || performance.now() >= endsMs
  return {
    epoch,
    signal: ending.signal,
    isOver,
    async hold(db) {
      if (isOver() || !(await lockLease(db, key))) throw new LeaseLost(deviceId)
    },
    async renew() {
      const began = performance.now()
      if (isOver() || !(await renewLease(db, key, ms))) return over()
      if (isOver()) return over()
      endsMs = began + ms * ownShare
      clearTimeout(timer)
      timer = setTimeout(over, Math.max(0, endsMs - performance.now()))
    },
    async end() {
      clearTimeout(timer)
      over()
      await endLease(db, key)
    },
  }
}
