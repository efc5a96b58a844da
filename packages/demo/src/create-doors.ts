import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { join } from 'node:path'
import type { Behaviour } from '@gatehouse/terminal/core/behaviour.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { recogniseAndDecide } from '@gatehouse/terminal/behaviours/recognise-and-decide.ts'
import { watchInputs } from '@gatehouse/terminal/behaviours/watch-inputs.ts'
import type { Clock } from '@gatehouse/terminal/lib/clock.ts'
import { openStateFolder } from '@gatehouse/terminal/node/state/open-state-folder.ts'
import type { TerminalState } from '@gatehouse/terminal/state/terminal-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { createBadgeRecogniser } from './badge-recogniser.ts'
import { type DoorName, doorNames } from './generate-day.ts'

const places = {
  'Main entrance': { location: 'Ground floor, by the river', direction: 'in' },
  'Main exit': { location: 'Ground floor, by the river', direction: 'out' },
  'Car park gate': { location: 'Level -1', direction: 'in' },
  Laboratory: { location: 'Second floor, east', direction: 'in' },
  Warehouse: { location: 'Hall 2, ramp', direction: 'in' },
  'Warehouse exit': { location: 'Hall 2, ramp', direction: 'out' },
  'Server room airlock': { location: 'Ground floor, east', direction: 'in' },
  'Server room': { location: 'Ground floor, east', direction: 'in' },
  'Lisbon entrance': { location: 'Third floor', direction: 'in' },
  'Lisbon exit': { location: 'Third floor', direction: 'out' },
  'Assembly point': { location: 'Lawn by the river', direction: 'out' },
} as const satisfies Record<DoorName, { location: string; direction: 'in' | 'out' }>

/** The terminals, each with the state folder of a real one. */
export type Doors = {
  /** The current address of the server: the demo may be started on another port than before. */
  moveTo(url: string): void
  /** Pairs the terminals that know no server yet, by a pairing code, and starts each as `start` does. */
  pair(url: string, ask: Ask): Promise<void>
  /** Starts each terminal as it works at a door: it greets, pulls, listens, decides, delivers. */
  start(): Promise<void>
  /**
   * Runs `work` with a second terminal for each of these doors, on the state of the first, which stays online and delivers: the
   * second decides by the given clock, so that its records get the time of a past day.
   */
  inThePast(
    doors: readonly DoorName[],
    clockOf: (door: DoorName) => Clock,
    work: (of: (door: DoorName) => Terminal) => Promise<void>,
  ): Promise<void>
  of(door: DoorName): Terminal
  /** The terminals ask for what has changed; then they know it, and everything has been delivered. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Records and alarms of the past wait in the state of the terminal that is online: that one delivers them. */
const inThePastBehaviours: readonly Behaviour[] = [recogniseAndDecide, watchInputs]

/** Tells a terminal that something waits in its queues which it did not put there. */
function createReminder() {
  let remind = () => {}
  let ask = () => {}
  const behaviour: Behaviour = {
    name: 'reminder',
    start(terminal) {
      remind = () => {
        terminal.notify('record-added')
        terminal.notify('alarm-added')
        // Left alone, what the contact of the door says would wait for the next poll, and the day with it.
        terminal.notify('door-event-added')
      }
      ask = () => terminal.notify('poll')
      return {}
    },
  }
  return { behaviour, remind: () => remind(), ask: () => ask() }
}

export function createDoors(folder: string): Doors {
  const recogniser = createBadgeRecogniser()
  const states = new Map<DoorName, TerminalState>()
  for (const door of doorNames) states.set(door, openStateFolder(join(folder, door.toLowerCase().replaceAll(' ', '-'))))
  const reminders = new Map(doorNames.map((door) => [door, createReminder()]))
  let terminals: ReadonlyMap<DoorName, Terminal> = new Map()

  const found = <T>(map: ReadonlyMap<DoorName, T>, door: DoorName): T => {
    const value = map.get(door)
    if (value === undefined) throw new Error(`the terminal of ${door} is not running`)
    return value
  }
  type More = Partial<Parameters<typeof createTerminal>[0]>
  async function begin(
    more: (door: DoorName) => More,
    names: readonly DoorName[] = doorNames,
  ): Promise<ReadonlyMap<DoorName, Terminal>> {
    const begun = new Map(
      names.map((door) => {
        const own = { state: found(states, door), recogniser, batchSize: 100, ...more(door) }
        // nobody here shows a pass, and looking for one costs more than all the rest
        return [door, createTerminal({ codeReader: { read: async () => [] }, ...own })] as const
      }),
    )
    await Promise.all([...begun.values()].map((terminal) => terminal.start()))
    return begun
  }
  /** Each door has a contact, which says from the first moment on that it is closed. */
  const close = () => {
    for (const terminal of terminals.values()) if (terminal.state.doorContact === null) terminal.sense('door', false)
  }
  const stop = (running: ReadonlyMap<DoorName, Terminal>) =>
    Promise.all([...running.values()].map((terminal) => terminal.stop()))
  const idle = async (running: ReadonlyMap<DoorName, Terminal>) =>
    void (await Promise.all([...running.values()].map((terminal) => terminal.idle())))

  return {
    moveTo(url) {
      for (const state of states.values()) if (state.identity) state.identity = { ...state.identity, serverUrl: url }
    },
    async pair(url, ask) {
      const codes = new Map<DoorName, string>()
      for (const door of doorNames) {
        if (found(states, door).identity) continue
        // The people of the demo are drawn: its terminals cannot say that anybody is live, so none is set as if it could.
        const planned = { name: door, ...places[door], checksLiveness: false }
        codes.set(door, await seedPairingCode(ask, planned))
      }
      terminals = await begin((door) => ({
        behaviours: [...defaultBehaviours, found(reminders, door).behaviour],
        serverUrl: url,
        ...(codes.has(door) && { pairingCode: codes.get(door) ?? '' }),
      }))
      close()
    },
    async start() {
      terminals = await begin((door) => ({ behaviours: [...defaultBehaviours, found(reminders, door).behaviour] }))
      close()
    },
    async inThePast(doors, clockOf, work) {
      const past = await begin((door) => ({ behaviours: inThePastBehaviours, clock: clockOf(door) }), doors)
      try {
        await work((door) => found(past, door))
      } finally {
        await stop(past)
      }
      for (const { remind } of reminders.values()) remind()
      await idle(terminals)
    },
    of: (door) => found(terminals, door),
    catchUp() {
      for (const { ask } of reminders.values()) ask()
      return idle(terminals)
    },
    async close() {
      await stop(terminals)
      for (const state of states.values()) state.close()
    },
  }
}
