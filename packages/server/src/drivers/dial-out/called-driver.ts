import type { Driver, DriverParts, ToldDevice } from '../driver.ts'
import { callDevices, type CallLimits } from './call-devices.ts'
import type { Lease } from './lease.ts'

/** A make whose devices are called. */
export type CalledMake = Pick<Driver, 'make'> & {
  /**
   * One conversation: gives the device what waits for it, and takes what it has to tell. It ends with `lease.signal`, and stores what it took
   * in transactions that begin with `lease.hold`. An error is tried again later.
   */
  converse(device: ToldDevice, lease: Lease, parts: DriverParts): Promise<void>
  limits?: Partial<CallLimits>
}

/** The driver of a make whose devices are called: one server of several calls each of them. */
export const calledDriver = ({ make, converse, limits = {} }: CalledMake): Driver => ({
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
    return {
      tell: (device) => calls.tell(device),
      forget: (ldid) => calls.forget(ldid),
      forgetAll: () => calls.forgetAll(),
      connected: () => [],
      isReachable: () => true,
      close: () => calls.close(),
    }
  },
})
