import type { Driver, DriverParts, RunningDriver, ToldDevice } from '../driver.ts'
import { callDevices, type CallLimits } from './call-devices.ts'
import type { Lease } from './lease.ts'

/** The parts that calling itself needs; a conversation gets those that its driver asks for. */
type CallParts = { services: Pick<DriverParts['services'], 'db' | 'log'>; events: Pick<DriverParts['events'], 'heard'> }

/** A make whose devices are called. */
export type CalledMake<Parts extends CallParts = DriverParts> = Pick<Driver, 'make'> & {
  /**
   * One conversation: gives the device what waits for it, and takes what it has to tell. It ends with `lease.signal`, and stores what it took
   * in transactions that begin with `lease.hold`. An error is tried again later.
   */
  converse(device: ToldDevice, lease: Lease, parts: Parts): Promise<void>
  limits?: Partial<CallLimits>
}

/** The driver of a make whose devices are called: one server of several calls each of them. */
export const calledDriver = <Parts extends CallParts = DriverParts>({
  make,
  converse,
  limits = {},
}: CalledMake<Parts>): Pick<Driver, 'make'> & { start(parts: Parts): RunningDriver } => ({
  make,
  start(parts) {
    const calls = callDevices(parts.services, {
      make,
      limits,
      async call(device, lease) {
        await converse(device, lease, parts)
        parts.events.heard(device.ldid)
      },
    })
    return { ...calls, connected: () => [], isReachable: () => true }
  },
})
