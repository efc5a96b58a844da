import { randomUUID } from 'node:crypto'
import type { Services } from '../../ctx.ts'
import type { ToldDevice } from '../driver.ts'
import { type HeldLease, type Lease, openLease } from './lease.ts'
import { selectCalled } from './lease-store.ts'

export type CallLimits = {
  /** After a kill of its server a device is called by another one once this is over. */
  leaseMs: number
  /** Between two calls of a quiet device. */
  everyMs: number
  /** After a failed call; doubled with each one that follows. */
  retryMs: number
  maxRetryMs: number
  /** Calls of this server at the same time. */
  maxCalls: number
  /** New devices, and leases that nobody holds, are looked for this often. */
  lookMs: number
}

const usual: CallLimits = {
  leaseMs: 30_000,
  everyMs: 15_000,
  retryMs: 5_000,
  maxRetryMs: 300_000,
  maxCalls: 32,
  lookMs: 5_000,
}

export type CallDevices = {
  make: string
  /** One conversation with a device, which ends when its lease does. */
  call(device: ToldDevice, lease: Lease): Promise<void>
  limits?: Partial<CallLimits>
}

type Called = { device: ToldDevice; dueMs: number; failures: number; lease: HeldLease | undefined; isCalling: boolean }

/** Half as long to one and a half times as long: what failed together does not come back together. */
const jittered = (ms: number) => ms * (0.5 + Math.random())

/**
 * Calls the devices of one make, each by one server at a time: the one that holds its lease. A failed call is tried again later and later,
 * never sooner because something waits.
 */
export function callDevices(services: Pick<Services, 'db' | 'log'>, { make, call, limits: given }: CallDevices) {
  const { db, log } = services
  const limits = { ...usual, ...given }
  const holder = randomUUID()
  const known = new Map<string, Called>()
  const underWay = new Set<Promise<void>>()
  let [isClosed, lookedMs, renewedMs, calls] = [false, -Infinity, performance.now(), 0]
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    lookedMs = performance.now()
    const devices = await selectCalled(db, make)
    const ids = new Set(devices.map(({ id }) => id))
    for (const [id, { lease }] of known)
      if (!ids.has(id)) {
        known.delete(id)
        await lease?.end()
      }
    for (const device of devices)
      if (!known.has(device.id))
        known.set(device.id, { device, dueMs: 0, failures: 0, lease: undefined, isCalling: false })
    for (const one of known.values())
      if (!isClosed && (one.lease === undefined || one.lease.isOver()))
        one.lease = await openLease(db, one.device.id, holder, limits.leaseMs)
  }

  async function renew(): Promise<void> {
    renewedMs = performance.now()
    for (const { lease } of known.values()) if (lease && !lease.isOver()) await lease.renew()
  }

  async function callOne(one: Called, lease: HeldLease): Promise<void> {
    one.isCalling = true
    calls++
    try {
      await call(one.device, lease)
      Object.assign(one, { failures: 0, dueMs: performance.now() + jittered(limits.everyMs) })
    } catch (error) {
      one.failures++
      const pause = Math.min(limits.maxRetryMs, limits.retryMs * 2 ** (one.failures - 1))
      one.dueMs = performance.now() + jittered(pause)
      if (!isClosed)
        log.warn({ err: error, deviceId: one.device.id, failures: one.failures }, 'a call of a device failed')
    } finally {
      one.isCalling = false
      calls--
    }
  }

  function begin(): void {
    const waiting = [...known.values()].sort((a, b) => a.dueMs - b.dueMs)
    for (const one of waiting) {
      const { lease } = one
      if (calls >= limits.maxCalls) return
      if (!lease || lease.isOver() || one.isCalling || one.dueMs > performance.now()) continue
      const calling = callOne(one, lease).finally(() => underWay.delete(calling))
      underWay.add(calling)
    }
  }

  async function turn(): Promise<void> {
    try {
      // Before anything that may take longer: a lease that is not renewed is lost.
      if (performance.now() - renewedMs >= limits.leaseMs / 4) await renew()
      if (performance.now() - lookedMs >= limits.lookMs) await look()
    } catch (error) {
      log.warn({ err: error }, 'devices that are called could not be looked for')
    }
    if (isClosed) return
    begin()
    timer = setTimeout(run, Math.min(limits.lookMs, limits.leaseMs / 10))
  }
  let running = Promise.resolve()
  const run = () => void (running = turn())
  run()

  return {
    /** Something waits for a device: it is called at once, unless its last call failed. */
    tell({ id }: ToldDevice): void {
      const one = known.get(id)
      if (one?.failures === 0) one.dueMs = 0
      begin()
    },
    forget(ldid: string): void {
      for (const [id, { device, lease }] of known)
        if (device.ldid === ldid) {
          known.delete(id)
          lease?.end().catch((error: unknown) => log.warn({ err: error }, 'a lease could not be ended'))
        }
    },
    forgetAll: () => void (lookedMs = -Infinity),
    /** Ends the calls, and leaves the devices to other servers. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running
      for (const { lease } of known.values()) await lease?.end().catch(() => undefined)
      await Promise.all(underWay)
    },
  }
}
