import { networkOf } from './network-of.ts'
import { createUsageCounter } from './usage-counter.ts'

/** Connections that one address (of IPv6: its network) may hold at a time. */
export type ConnectionLimiter = {
  /** Gives a function that frees the place, which may be called twice; nothing if all are taken. */
  take(address: string): (() => void) | undefined
}

export function createConnectionLimiter(max: number): ConnectionLimiter {
  const taken = createUsageCounter()
  return {
    take(address) {
      const caller = networkOf(address)
      if (taken.of(caller) >= max) return undefined
      taken.add(caller, 1)
      let isTaken = true
      return () => {
        if (isTaken) taken.add(caller, -1)
        isTaken = false
      }
    },
  }
}

/**
 * The limit of a port. One address may be the router of a whole company: a thousand doors with three connections each
 * and their consoles stay below this; one laptop that opens as many as it can does not.
 */
export const maxConnectionsPerAddress = 4096
