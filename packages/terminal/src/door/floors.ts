import type { Clock } from '../lib/clock.ts'
import { createDoor, type Door } from './door.ts'
import type { Relay } from './relay.ts'

/** The relay of the output that releases the button of a floor. */
export type FloorRelay = (output: number) => Relay

export type FloorOptions = {
  /** The outputs of the floors that are set now; none at a door. */
  outputs(): readonly number[]
  readonly relay: FloorRelay
  readonly clock: Clock
  onFailure(error: unknown): void
}

/**
 * The door of an elevator: beside its own relay, each floor has one that releases the button. A floor is released for its
 * own time, so that a person who comes later prolongs no other floor than theirs. An emergency, a hold and a lockdown are
 * those of all floors; the exit button opens the door alone, as it asks nobody which floor they may reach.
 */
export function withFloors(door: Door, { outputs, relay, clock, onFailure }: FloorOptions): Door {
  const floors = new Map<number, Door>()
  let isReleased = false
  let isLockedDown = false

  /** The floors that are set now. One that is new stands as the door does, and one that is no longer set is locked. */
  function current(): ReadonlyMap<number, Door> {
    const wanted = outputs()
    for (const [output, floor] of floors) {
      if (wanted.includes(output)) continue
      floor.release(false)
      floor.stop()
      floors.delete(output)
    }
    for (const output of wanted) if (!floors.has(output)) floors.set(output, createFloor(output))
    return floors
  }

  function createFloor(output: number): Door {
    const floor = createDoor({ relay: relay(output), clock, onOpened() {}, onClosed() {}, onFailure })
    floor.lockDown(isLockedDown).catch(onFailure)
    floor.hold(door.mode).catch(onFailure)
    floor.release(isReleased)
    return floor
  }

  /** All are tried: a floor whose relay does not obey keeps no other from being released. */
  async function each(move: (floor: Door) => Promise<void>): Promise<void> {
    const outcomes = await Promise.allSettled([...current().values()].map(move))
    for (const outcome of outcomes) if (outcome.status === 'rejected') onFailure(outcome.reason)
  }

  return {
    get isOpen() {
      return door.isOpen
    },
    get mode() {
      return door.mode
    },
    async open(forWhom, seconds, released) {
      const set = current()
      await door.open(forWhom, seconds)
      const chosen = [...set].filter(([output]) => released?.includes(output) ?? true)
      const outcomes = await Promise.allSettled(chosen.map(([, floor]) => floor.open(forWhom, seconds)))
      for (const outcome of outcomes) if (outcome.status === 'rejected') onFailure(outcome.reason)
    },
    letOut: door.letOut,
    async hold(mode) {
      await door.hold(mode)
      await each((floor) => floor.hold(mode))
    },
    release(wanted) {
      isReleased = wanted
      door.release(wanted)
      for (const floor of current().values()) floor.release(wanted)
    },
    async lockDown(wanted) {
      isLockedDown = wanted
      await each((floor) => floor.lockDown(wanted))
      await door.lockDown(wanted)
    },
    stop() {
      for (const floor of floors.values()) floor.stop()
      floors.clear()
      door.stop()
      isReleased = false
      isLockedDown = false
    },
  }
}
