import { createWindowCounter } from '../../lib/window-counter.ts'

/** Serial numbers of one network within a minute that cost a statement: more than the terminals of a company behind one router. */
const maxSerials = 600
/** Greetings of one serial number within a minute that renew its place in the list of waiting devices. */
const maxGreetings = 12
const windowMs = 60_000
const maxKeys = 50_000

/** Keeps callers with invented serial numbers from occupying the database; in this process only. */
export function createStrangerLimiter(nowMs: () => number = () => performance.now()) {
  const greetings = createWindowCounter({ windowMs, maxKeys }, nowMs)
  const calls = createWindowCounter({ windowMs, maxKeys }, nowMs)
  const serials = createWindowCounter({ windowMs, maxKeys }, nowMs)
  return {
    /** Counts a call; false: this network has shown too many serial numbers, and this is another one. */
    mayAsk(network: string, serialNumber: string): boolean {
      const isNew = calls.add(`${network} ${serialNumber}`) === 1
      const isFull = serials.secondsToWait(network, maxSerials) !== null
      if (isNew && !isFull) serials.add(network)
      return !isNew || !isFull
    },
    mayGreet: (network: string, serialNumber: string): boolean =>
      greetings.add(`${network} ${serialNumber}`) <= maxGreetings,
  }
}
