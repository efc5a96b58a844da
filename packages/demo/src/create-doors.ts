import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { join } from 'node:path'
import type { Behaviour } from '@gatehouse/terminal/core/behaviour.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { pushAlarms } from '@gatehouse/terminal/behaviours/push-alarms.ts'
import { pushRecords } from '@gatehouse/terminal/behaviours/push-records.ts'
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
  /** Pairs the terminals that know no server yet, by a pairing code. */
  pair(url: string, ask: Ask): Promise<void>
  /** Starts each terminal as it works at a door: it greets, pulls, listens, decides, delivers. */
  start(): Promise<void>
  /**
   * While `work` runs, each terminal gets no messages from the server but delivers to it, and has the given clock: so records
   * get the time of a past day, by the terminal's own decisions.
   */
  inThePast(clockOf: (door: DoorName) => Clock, work: () => Promise<void>): Promise<void>
  of(door: DoorName): Terminal
  /** Everything has been delivered. */
  idle(): Promise<void>
  close(): Promise<void>
}

const inThePastBehaviours: readonly Behaviour[] = [recogniseAndDecide, watchInputs, pushRecords, pushAlarms]

export function createDoors(folder: string): Doors {
  const recogniser = createBadgeRecogniser()
  const states = new Map<DoorName, TerminalState>()
  for (const door of doorNames) states.set(door, openStateFolder(join(folder, door.toLowerCase().replaceAll(' ', '-'))))
  let terminals = new Map<DoorName, Terminal>()

  const found = <T>(map: ReadonlyMap<DoorName, T>, door: DoorName): T => {
    const value = map.get(door)
    if (value === undefined) throw new Error(`the terminal of ${door} is not running`)
    return value
  }
  async function begin(more: (door: DoorName) => Partial<Parameters<typeof createTerminal>[0]>): Promise<void> {
    await stop()
    for (const door of doorNames) {
      const terminal = createTerminal({
        state: found(states, door),
        recogniser,
        batchSize: 100,
        // nobody here shows a pass, and looking for one costs more than all the rest
        codeReader: { read: async () => [] },
        ...more(door),
      })
      terminals.set(door, terminal)
      await terminal.start()
    }
  }
  async function stop(): Promise<void> {
    const running = [...terminals.values()]
    terminals = new Map()
    await Promise.all(running.map((terminal) => terminal.stop()))
  }

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
      await begin((door) => ({ serverUrl: url, ...(codes.has(door) && { pairingCode: codes.get(door) ?? '' }) }))
    },
    start: () => begin(() => ({ behaviours: defaultBehaviours })),
    async inThePast(clockOf, work) {
      await begin((door) => ({ behaviours: inThePastBehaviours, clock: clockOf(door) }))
      await work()
      await stop()
    },
    of: (door) => found(terminals, door),
    async idle() {
      await Promise.all([...terminals.values()].map((terminal) => terminal.idle()))
    },
    async close() {
      await stop()
      for (const state of states.values()) state.close()
    },
  }
}
