import { networkOf } from './network-of.ts'
import { openTally } from './usage-counter.ts'

/** Connections that one address (of IPv6: its network) may hold at a time. */
export type Places = {
  /** Gives what frees the place, which may be called again; nothing where all are taken. */
  take(address: string): (() => void) | undefined
}

export function placesPerAddress(most: number): Places {
  const taken = openTally()
  return {
    take(address) {
      const caller = networkOf(address)
      if (taken.of(caller) >= most) return undefined
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
 * For a port. One address may be the router of a whole company: a thousand doors with three connections each and their consoles stay below this;
 * one laptop that opens what it can does not.
 */
export const usualPlaces = 4096
