import { maxWrongPins, wrongPinsMs } from '@gatehouse/engine/passage/verification.ts'
import type { Clock } from '../lib/clock.ts'
import type { StoredPerson } from '../state/terminal-state.ts'

/** Counts the wrong PINs of each person, and locks the PIN of a person with too many of them for a while. */
export function createPinLock(clock: Pick<Clock, 'nowMs'>) {
  const wrongPins = new Map<string, number[]>()
  return {
    isLocked({ id }: StoredPerson): boolean {
      const recent = (wrongPins.get(id) ?? []).filter((atMs) => Math.abs(clock.nowMs() - atMs) < wrongPinsMs)
      wrongPins.set(id, recent)
      return recent.length >= maxWrongPins
    },
    /** A wrong PIN counts against everybody who may have been meant. */
    countWrong(holders: readonly StoredPerson[]): void {
      for (const { id } of holders) wrongPins.set(id, [...(wrongPins.get(id) ?? []), clock.nowMs()])
    },
    clear(holders: readonly StoredPerson[]): void {
      for (const { id } of holders) wrongPins.delete(id)
    },
  }
}
