import type { AttendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import {
  type getPersonTimeline as route,
  type TimelineEntry,
  type TimelineKind,
  timelineKinds,
} from '@gatehouse/contract/features/people/timeline.ts'
import type { Query, Reply } from '@gatehouse/contract/route.ts'
import { readZones } from '../../company/company-reads.ts'
import { type Ctx, may } from '../../ctx.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { readDaysBack } from '../attendance/days/day-reads.ts'
import { readRecordPage, recordVisibilityOf } from '../records/record-reads.ts'
import { readChangesBack } from '../operation-log/person-line-reads.ts'
import { readVisitsBack } from '../visitors/visits/begun-visit-reads.ts'
import { readUndoableVersion } from '../../people/undo/person-before.ts'
import { requireVisible, type VisiblePerson } from '../../people/visible-person.ts'

type Entry = TimelineEntry & { isHidden?: boolean }

const permissions = {
  passages: 'record.read',
  attendance: 'attendance.read',
  visits: 'visitor.read',
  changes: 'operation-log.read',
} as const

/** The kinds of entries that this caller reads of such a person; only staff have attendance and receive visitors. */
const kindsFor = (ctx: Ctx, { of }: VisiblePerson) =>
  timelineKinds.filter(
    (kind) =>
      may(ctx, permissions[kind]) &&
      (kind !== 'attendance' || of === 'staff') &&
      (kind !== 'visits' || of !== 'blacklisted'),
  )

const first = '00000000-0000-0000-0000-000000000000'
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The entries of one kind before this instant, and of it those with a smaller id: a page begins with them. */
type Bound = { at: string; id: string; size: number; isFirst: boolean }

/** Entries of one instant are in the order of their kinds, each kind in that of its ids. */
function boundOf(kind: TimelineKind, cursor: string[] | undefined, now: string, size: number): Bound {
  const [at = now, place = '', id = last] = cursor ?? []
  const cursorKind = timelineKinds.findIndex((one) => one === place)
  const own = timelineKinds.indexOf(kind)
  if (cursor === undefined || own > cursorKind) return { at, id: last, size, isFirst: cursor === undefined }
  return { at, id: own === cursorKind ? id : first, size, isFirst: false }
}

/**
 * One page of what happened to a person, the latest first. Each kind is read along its own index from where the page before ended.
 * @throws AppError person.not-found
 */
export async function getTimeline(ctx: Ctx, id: string, query: Query<typeof route>): Promise<Reply<typeof route>> {
  const person = await requireVisible(ctx, id)
  const kinds = kindsFor(ctx, person)
  const cursor = decodeCursor(query.after, 'instant', 'text', 'id')
  const wanted = kinds.filter((kind) => query.kind === undefined || kind === query.kind)
  // Before the lines: of a change in between the version is the former one, and the undo is refused.
  const undoableVersion = cursor === undefined ? await undoableVersionOf(ctx, person) : undefined
  const found: Entry[] = []
  for (const kind of wanted) {
    const bound = boundOf(kind, cursor, ctx.clock.now().toString(), query.size + 1)
    found.push(...(await readers[kind](ctx, id, bound)))
  }
  const sorted = found.toSorted(byTime)
  const page = sorted.slice(0, query.size)
  const lastEntry = page.at(-1)
  return {
    items: page.flatMap(({ isHidden = false, ...entry }) => (isHidden ? [] : [entry])),
    next: sorted.length > query.size && lastEntry ? encodeCursor(lastEntry.at, lastEntry.kind, lastEntry.id) : null,
    kinds,
    undoable: undoableVersion === undefined ? null : undoableOf(person, page, undoableVersion),
  }
}

const changing = new Set(['update', 'move', 'assign-groups', 'group', 'extend', 'undo'])
const writers = { staff: 'staff.write', visitor: 'visitor.write' } as const

const undoableVersionOf = async (ctx: Ctx, { id, of }: VisiblePerson) =>
  of === 'blacklisted' || !may(ctx, writers[of]) ? undefined : readUndoableVersion(ctx, id)

/** The old values are kept of the latest change alone: the first entry that tells of one. */
function undoableOf({ of }: VisiblePerson, entries: readonly Entry[], version: number) {
  const isChange = (entry: Entry) =>
    entry.kind === 'changes' && entry.change.module === of && changing.has(entry.change.event)
  const latest = entries.find(isChange)
  return latest ? { id: latest.id, version } : null
}

const readers: Record<TimelineKind, (ctx: Ctx, personId: string, bound: Bound) => Promise<Entry[]>> = {
  passages: async (ctx, personId, { at, id, size, isFirst }) => {
    // A clock that is ahead may have told of passages to come.
    const query = { personId, size, ...(isFirst ? {} : { after: encodeCursor(at, id) }) }
    const { items } = await readRecordPage(ctx.db, query, recordVisibilityOf(ctx))
    return items.map((record) => ({ kind: 'passages', id: record.id, at: record.recognisedAt, record }))
  },
  attendance: readDays,
  visits: ({ db }, personId, bound) => readVisitsBack(db, personId, bound),
  changes: readChangesBack,
}

/** The days that a night shift may lie before or after the date of an instant, in any zone. */
const daysAround = 2

async function readDays({ db }: Ctx, personId: string, { at, id, size }: Bound): Promise<Entry[]> {
  const zones = await readZones(db)
  const on = Temporal.Instant.from(at).toZonedDateTimeISO('UTC').toPlainDate().add({ days: daysAround }).toString()
  const days = await readDaysBack(db, personId, { on, size: size + 2 * daysAround + 1 }, zones)
  return days
    .map((day): Entry => ({ kind: 'attendance', id: idOfDay(day), at: momentOf(day), day }))
    .filter((entry) => byTime({ at, kind: 'attendance', id }, entry) < 0)
    .slice(0, size)
}

/** A day is told at its last punch; without one, at its end. */
function momentOf({ lastAt, firstAt, on, timeZone }: AttendanceDay): string {
  const end = Temporal.PlainDate.from(on).add({ days: 1 }).toZonedDateTime(timeZone).subtract({ minutes: 1 })
  return lastAt ?? firstAt ?? end.toInstant().toString()
}

/** A person has one day of a date: its date in the form of an id. */
const idOfDay = ({ on }: AttendanceDay) => `${on.replaceAll('-', '')}-0000-4000-8000-000000000000`

type Placed = Pick<Entry, 'at' | 'kind' | 'id'>

function byTime(a: Placed, b: Placed): number {
  const order = Temporal.Instant.compare(Temporal.Instant.from(b.at), Temporal.Instant.from(a.at))
  if (order !== 0) return order
  const kinds = timelineKinds.indexOf(a.kind) - timelineKinds.indexOf(b.kind)
  if (kinds !== 0) return kinds
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}
