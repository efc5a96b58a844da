import { randomBytes } from 'node:crypto'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import {
  type LiveBoard,
  type LiveDoor,
  type LiveEvent,
  maxLiveEvents,
} from '@gatehouse/contract/features/live/board.ts'
import { isOfPerson } from '@gatehouse/engine/alarm/vocabulary.ts'
import { can, type Role } from '@gatehouse/contract/permissions.ts'
import type { Services } from '../../ctx.ts'
import { readCompany } from '../../company/company-reads.ts'
import { readCounts } from '../inside/inside-reads.ts'
import { shareFigures } from '../../lib/share-figures.ts'
import { keepVersions } from './keep-versions.ts'
import { readLiveDoors } from './live-door-reads.ts'
import { readAlarms, readPassages, readVisitorPassages, readWaitingVisits } from './live-event-reads.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** Everything that Live shows to any role but those who see visitors alone. */
async function readHouse({ db, clock }: Needs) {
  const { timeZone } = await readCompany(db)
  const today = clock.now().toZonedDateTimeISO(timeZone).startOfDay().toInstant().toString()
  const [doors, passages, alarms, inside, waitingVisits] = await Promise.all([
    readLiveDoors(db, today),
    readPassages(db),
    readAlarms(db),
    readCounts(db, true),
    readWaitingVisits(db),
  ])
  return { doors, passages, alarms, inside, waitingVisits }
}

/** What Live shows to those who see visitors alone. */
async function readVisitors({ db, clock }: Needs): Promise<Reading> {
  const [passages, inside, waitingVisits] = await Promise.all([
    readVisitorPassages(db, clock.now().toString()),
    readCounts(db, false),
    readWaitingVisits(db),
  ])
  return { doors: undefined, events: newest(passages), inside: { visitors: inside.visitors }, waitingVisits }
}

type Reading = {
  doors: readonly LiveDoor[] | undefined
  events: LiveEvent[]
  inside: LiveBoard['inside']
  waitingVisits: LiveBoard['waitingVisits']
}

const newest = (events: readonly LiveEvent[]) =>
  events.toSorted((a, b) => Temporal.Instant.compare(b.at, a.at)).slice(0, maxLiveEvents)

/**
 * The views of Live, each of which holds only what its roles may see: a change that a role must not see leaves its view as it was, and
 * so tells it nothing.
 */
type View = 'house' | 'devices' | 'visitors'

function viewOf(role: Role): View {
  if (!can(role, 'live.doors')) return 'visitors'
  return can(role, 'live.staff') ? 'house' : 'devices'
}

type House = Awaited<ReturnType<typeof readHouse>>

function houseReading({ doors, passages, alarms, inside, waitingVisits }: House): Reading {
  return {
    doors,
    events: newest([...passages, ...alarms]),
    inside: insideOf(inside),
    waitingVisits,
  }
}

/** Doors, states and alarms of devices, without anybody. */
function deviceReading({ doors, alarms, inside }: House): Reading {
  return {
    doors: doors.map(({ last: _last, passagesToday: _passages, alarm, ...door }) => ({
      ...door,
      alarm: alarm && withoutPerson(alarm),
    })),
    events: newest(alarms.filter((alarm) => !isOfPerson(alarm.code))),
    inside: insideOf(inside),
    waitingVisits: undefined,
  }
}

/** That a door has an alarm they see; of one about a person not which. */
const withoutPerson = (alarm: NonNullable<LiveDoor['alarm']>): LiveDoor['alarm'] =>
  alarm.type !== 'unknown' && isOfPerson(alarmCodes[alarm.type]) ? { ...alarm, type: 'unknown' } : alarm

const insideOf = ({ people, visitors, areas }: House['inside']): LiveBoard['inside'] => ({
  staff: people - visitors,
  visitors,
  areas: areas.map((area) => ({ areaId: area.areaId, people: area.people })),
})

/** One view as it is now, for all pages of its roles together. */
function createView(read: () => Promise<Reading>, now: () => string) {
  const doors = keepVersions<LiveDoor>()
  const events = keepVersions<LiveEvent>()
  let name = newName()
  let version = 0
  const take = async () => {
    const reading = await read()
    version += 1
    // A page learns of a door that is gone by another whole.
    if (doors.renew(reading.doors ?? [], version)) name = newName()
    events.renew(reading.events, version)
    return { ...reading, readAt: now() }
  }
  // Fifty records in a second are four readings, and readings take a fifth of the time at most.
  const shared = shareFigures(take, { freshMs: 5_000, restMs: 250, restFactor: 4, maxRestMs: 2_000 })
  return {
    spoil: shared.spoil,
    async since(after: string | undefined): Promise<LiveBoard> {
      const { readAt, inside, waitingVisits, ...reading } = await shared.get()
      const [board, text] = after?.split('.') ?? []
      const seen = Number(text)
      const isWhole = board !== name || !Number.isInteger(seen) || seen > version
      const from = isWhole ? 0 : seen
      return {
        cursor: `${name}.${version}`,
        isWhole,
        readAt,
        ...(reading.doors && { doors: doors.since(from) }),
        events: events.since(from),
        inside,
        ...(waitingVisits && { waitingVisits }),
      }
    },
  }
}

/** Another one for every process and every start: a page that comes from elsewhere gets everything. */
const newName = () => randomBytes(6).toString('base64url')

/** The boards of Live, which read nothing while nobody looks. */
export function createLiveBoards(needs: Needs) {
  const now = () => needs.clock.now().toString()
  // Two views are parts of one reading.
  const house = shareFigures(() => readHouse(needs), { freshMs: 0, restMs: 0, restFactor: 0, maxRestMs: 0 })
  const views: Record<View, ReturnType<typeof createView>> = {
    house: createView(async () => houseReading(await house.get()), now),
    devices: createView(async () => deviceReading(await house.get()), now),
    visitors: createView(() => readVisitors(needs), now),
  }
  return {
    spoil() {
      house.spoil()
      for (const view of Object.values(views)) view.spoil()
    },
    read: (role: Role, after: string | undefined) => views[viewOf(role)].since(after),
  }
}
