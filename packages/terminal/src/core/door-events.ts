import type { DoorEventKind } from '@gatehouse/contract/device/door-events.ts'
import { instantOf, type Clock } from '../lib/clock.ts'
import { makeId } from '../lib/random.ts'
import type { NewDoorEvent, TerminalState } from '../state/terminal-state.ts'

/** The events at the door of one terminal that the server does not have yet, on its disk. */
export type DoorEvents = {
  tell(kind: DoorEventKind, what?: Partial<Pick<NewDoorEvent, 'recordId' | 'input' | 'contact' | 'isFire'>>): void
}

export type DoorEventsOptions = {
  readonly state: TerminalState
  readonly clock: Clock
  /** An event waits for the server. */
  onTold(): void
  log(line: string): void
}

const nothingElse = { recordId: null, input: null, contact: null, isFire: null }

export const createDoorEvents = ({ state, clock, onTold, log }: DoorEventsOptions): DoorEvents => ({
  tell(kind, what) {
    try {
      state.doorEvents.append({ id: makeId(), at: instantOf(clock.nowMs()), kind, ...nothingElse, ...what }, null)
    } catch (error) {
      // A full disk must not keep an input from doing its work.
      return log(`an event at the door was LOST: ${error instanceof Error ? error.message : String(error)}`)
    }
    onTold()
  },
})
