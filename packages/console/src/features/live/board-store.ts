import {
  boardTopics,
  getLiveBoard,
  type LiveBoard,
  type LiveDoor,
  type LiveEvent,
  maxLiveEvents,
} from '@gatehouse/contract/features/live/board.ts'
import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { call } from '../../api/call.ts'
import { onLiveHint, onLiveLine } from '../../api/live.ts'
import { instantMs } from '../../lib/clock.ts'
import { repeatWhileAsked } from '../../lib/repeat-while-asked.ts'

/** Everything that the page shows, as it stood at one moment. */
export type House = {
  readAt: string
  /** By name; undefined for roles that see no doors. */
  doors: readonly LiveDoor[] | undefined
  marks: ReadonlyMap<string, DoorMark>
  /** The newest first. */
  events: readonly LiveEvent[]
  inside: LiveBoard['inside']
  waitingVisits: LiveBoard['waitingVisits']
}
export type BoardState = {
  house: House | undefined
  /** The last answer was an error; what is shown is from before it. */
  error: unknown
  /** Events that have come since the page was opened and that no frame has shown yet. */
  arrived: readonly LiveEvent[]
  /** The moment at which they came, on the clock of the page. */
  arrivedMs: number
}

const topics: ReadonlySet<LiveTopic> = new Set(boardTopics)
/** The board is asked for at most this often, however fast things happen. */
const quietMs = 300
/** Without hints, and for what changes without one. */
const slowMs = 10_000

/** The page after an answer of the server, which has everything again, or the doors and events that have changed. */
export function houseAfter(before: House | undefined, board: LiveBoard): House {
  const known = board.isWhole ? undefined : before
  const doors = mergeDoors(known, board.doors)
  return {
    readAt: board.readAt,
    doors,
    marks: mergeMarks(known, doors),
    events: board.events.length === 0 && known ? known.events : mergeEvents(known?.events ?? [], board.events),
    inside: board.inside,
    waitingVisits: board.waitingVisits,
  }
}

function mergeDoors(known: House | undefined, changed: LiveBoard['doors']): House['doors'] {
  if (!known?.doors || !changed) return changed ?? known?.doors
  if (changed.length === 0) return known.doors
  const byId = new Map([...known.doors, ...changed].map((door) => [door.id, door]))
  return [...byId.values()]
}

/** The same map as long as no mark changes: then no plan is drawn again. */
function mergeMarks(known: House | undefined, doors: House['doors']): House['marks'] {
  const isSame =
    known?.marks.size === (doors?.length ?? 0) && doors?.every(({ id, mark }) => known?.marks.get(id) === mark)
  return known && isSame ? known.marks : new Map(doors?.map(({ id, mark }) => [id, mark]))
}

function mergeEvents(known: readonly LiveEvent[], changed: readonly LiveEvent[]): readonly LiveEvent[] {
  const byId = new Map([...known, ...changed].map((event) => [event.id, event]))
  return [...byId.values()].toSorted((a, b) => instantMs(b.at) - instantMs(a.at)).slice(0, maxLiveEvents)
}

/** Asks for the board as hints come, and gives the page one state a frame. It keeps one board and the events of one frame. */
export function createBoardStore(askBoard: (after: string | undefined) => Promise<LiveBoard>) {
  let state: BoardState = { house: undefined, error: undefined, arrived: [], arrivedMs: 0 }
  let cursor: string | undefined
  let next: BoardState | undefined
  let frame = 0
  const listeners = new Set<() => void>()
  const show = (changed: BoardState) => {
    next = changed
    frame ||= requestAnimationFrame(() => {
      frame = 0
      state = next ?? state
      next = undefined
      for (const listener of listeners) listener()
    })
  }
  const ask = async () => {
    // In a tab that nobody sees nothing is drawn, and coming back to it asks.
    if (document.hidden) return
    const now = () => next ?? state
    try {
      const board = await askBoard(cursor)
      cursor = board.cursor
      const { house, arrived } = now()
      const isFirst = house === undefined
      const known = new Set(house?.events.map(({ id }) => id))
      const fresh = isFirst ? [] : board.events.filter(({ id }) => !known.has(id))
      show({
        house: houseAfter(house, board),
        error: undefined,
        arrived: next ? [...fresh, ...arrived].slice(0, maxLiveEvents) : fresh,
        arrivedMs: performance.now(),
      })
    } catch (error) {
      show({ ...now(), error, arrived: [] })
    }
  }
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask,
    /** Follows the server until it is stopped. */
    follow() {
      const calmly = repeatWhileAsked(ask, quietMs)
      const leave = [
        onLiveHint((topic) => topics.has(topic) && calmly.ask()),
        onLiveLine(calmly.ask),
        () => clearInterval(timer),
        () => document.removeEventListener('visibilitychange', calmly.ask),
        calmly.stop,
        () => cancelAnimationFrame(frame),
      ]
      const timer = setInterval(calmly.ask, slowMs)
      document.addEventListener('visibilitychange', calmly.ask)
      calmly.ask()
      return () => {
        for (const end of leave) end()
      }
    },
  }
}

export const askServer = (after: string | undefined): Promise<LiveBoard> =>
  call(getLiveBoard, { query: after === undefined ? {} : { after } })
