import type { OwnBehaviour } from '../core/behaviour.ts'

/** A contact that closes sooner is that of a turnstile, which turns for one person. */
const leafMs = 2_000

/** Somebody for whom the door has opened, until its contact says whether they went through. */
type Waiting = { readonly recordId: string; readonly cancel: () => void }

/**
 * Tells by the contact of the door whether a person went through within the opening time. Each opening confirms the one who has
 * waited longest; a leaf that stays open lets everybody through for whom it has opened. Without a contact nothing is told.
 */
export const watchPassages: OwnBehaviour<'passages'> = {
  name: 'passages',
  start({ state, clock, doorEvents }) {
    let waiting: readonly Waiting[] = []
    let openSinceMs: number | null = null
    const isLeaf = () => openSinceMs !== null && clock.nowMs() - openSinceMs >= leafMs

    function settle(some: readonly Waiting[], kind: 'passed' | 'not-passed'): void {
      waiting = waiting.filter((each) => !some.includes(each))
      for (const { recordId, cancel } of some) {
        cancel()
        doorEvents.tell(kind, { recordId })
      }
    }
    function forget(): void {
      for (const { cancel } of waiting) cancel()
      waiting = []
    }

    return {
      on: {
        'person-admitted'(recordId, seconds) {
          if (state.doorContact === null || state.lostWires.some(({ input }) => input === 'door')) return
          const before = waiting.find((each) => each.recordId === recordId)
          before?.cancel()
          const cancel = clock.after(seconds * 1000, () => settle([one], isLeaf() ? 'passed' : 'not-passed'))
          const one: Waiting = { recordId, cancel }
          waiting = before ? waiting.map((each) => (each === before ? one : each)) : [...waiting, one]
        },
        'contact-moved'(isOpen) {
          if (isOpen) settle(waiting.slice(0, 1), 'passed')
          else if (isLeaf()) settle(waiting, 'passed')
          openSinceMs = isOpen ? clock.nowMs() : null
        },
        // Without its wire nothing tells whether the contact moves.
        'contact-lost': forget,
      },
      stop: forget,
      die: forget,
    }
  },
}
