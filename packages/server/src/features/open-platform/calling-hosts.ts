import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isSameAddress, isWithin, readNetworks } from '../../lib/ssrf-guard.ts'

const isNetwork = (entry: string) => entry.includes('/')

/** Whether an address is one of these, or in one of these networks; names are left alone. */
export const isOneOf = (entries: readonly string[], address: string): boolean =>
  entries.some((entry) =>
    isNetwork(entry) ? isWithin(readNetworks(entry), address) : isIP(entry) > 0 && isSameAddress(entry, address),
  )

/** The addresses of the names on whitelists; kept for a minute, so that a call seldom waits for a name server. */
export type CallingHosts = { include(entries: readonly string[], address: string): Promise<boolean> }

const keptMs = 60_000
const maxNames = 2_000

export function createCallingHosts(nowMs: () => number = () => performance.now()): CallingHosts {
  const known = new Map<string, { found: Promise<string[]>; untilMs: number }>()
  const addressesOf = (name: string): Promise<string[]> => {
    const entry = known.get(name)
    if (entry && entry.untilMs > nowMs()) return entry.found
    if (known.size >= maxNames) known.clear()
    const found = lookup(name, { all: true }).then(
      (all) => all.map(({ address }) => address),
      // A name without an address admits nobody.
      () => [],
    )
    known.set(name, { found, untilMs: nowMs() + keptMs })
    return found
  }
  return {
    async include(entries, address) {
      if (isOneOf(entries, address)) return true
      const names = entries.filter((entry) => !isNetwork(entry) && isIP(entry) === 0)
      const found = await Promise.all(names.map(addressesOf))
      return found.flat().some((one) => isSameAddress(one, address))
    },
  }
}
