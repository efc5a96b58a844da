import type { DoorHours, getPersonDoors as route } from '@gatehouse/contract/features/people/door-hours.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Query, Reply } from '@gatehouse/contract/route.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import { localMoment } from '@gatehouse/engine/calendar/local-moment.ts'
import { type KnownPerson, mayPass } from '@gatehouse/engine/passage/may-pass.ts'
import { openHours } from '@gatehouse/engine/passage/open-hours.ts'
import { type Ctx, may } from '../../ctx.ts'
import { readSubjects } from '../policies/passage-reads.ts'
import { readRecordPage, recordVisibilityOf } from '../records/record-reads.ts'
import { readDoorsOf, readPoliciesOf, readPortsOf } from './door-hours-reads.ts'
import { selectHolder } from '../../people/identity-reads.ts'
import { hasTwin } from '../../people/twin-reads.ts'
import { findVisible, requireVisible } from '../../people/visible-person.ts'

/** Marks of passages in one answer: a person seldom has more in a week. */
const maxPassages = 200

/** When the doors of a person open for them, by the same function as terminals ask. @throws AppError person.not-found */
export async function getPersonDoors(ctx: Ctx, id: string, query: Query<typeof route>): Promise<Reply<typeof route>> {
  await requireVisible(ctx, id)
  const holderId = await selectHolder(ctx.db, id)
  const [found] = await readSubjects(ctx.db, [holderId ?? id])
  const now = ctx.clock.now()
  const doors = await readDoorsOf(ctx.db, holderId ?? id)
  const groupIds = found?.subject.groupIds ?? []
  const { policies, timetables } = await readPoliciesOf(
    ctx.db,
    doors.map((door) => door.id),
    groupIds,
  )
  const count = Number(query.days)
  const firstOn = (timeZone: string) => query.on ?? localMoment(now.epochMilliseconds, timeZone).on
  const isApart = doors.some(({ door }) => door !== null)
  const passages = await readPassages(ctx, id, firstOn, count, isApart)
  const rows = doors.map((door) => {
    const own = policies.filter(({ deviceId, groupId }) => deviceId === door.id && door.boundGroupIds.includes(groupId))
    const used = timetables.filter((one) => own.some(({ timetableId }) => timetableId === one.id))
    const question = found && questionOf(found.subject, door, { policies: own, timetables: used })
    const openOn = (on: string) => (question ? openHours(question, on) : [])
    const isAlways = door.boundGroupIds.some((groupId) => !own.some((policy) => policy.groupId === groupId))
    const days = Array.from({ length: count }, (_, index) => addDays(firstOn(door.timeZone), index))
    const shown: DoorHours = {
      device: { id: door.id, name: door.name, location: door.location },
      door: door.door,
      timeZone: door.timeZone,
      timetables: isAlways ? [] : used.map(({ name }) => name).toSorted(),
      days: days.map((on) => ({ on, open: openOn(on), passages: marksOf(passages, door, on) })),
    }
    return {
      shown,
      today: openOn(localMoment(now.epochMilliseconds, door.timeZone).on),
      isOpen: question !== undefined && mayPass({ ...question, atMs: now.epochMilliseconds }).opens,
      timeZone: door.timeZone,
    }
  })
  return {
    doors: rows.map(({ shown }) => shown),
    ...summaryOf(rows, now),
    hasTwin: await hasTwin(ctx.db, holderId ?? id),
    lastSeen: await readLastSeen(ctx, id),
    holder: found && holderId !== undefined ? await holderFor(ctx, holderId) : null,
  }
}

/** The entry that holds, without its name for a caller who may not read it. */
async function holderFor(ctx: Ctx, id: string): Promise<Reply<typeof route>['holder']> {
  const person = await findVisible(ctx, id)
  return { person: person ? { id, name: person.name, kind: person.of } : null }
}

type Rules = Pick<Parameters<typeof openHours>[0], 'policies' | 'timetables'>
const questionOf = (subject: KnownPerson, door: Awaited<ReturnType<typeof readDoorsOf>>[number], rules: Rules) => ({
  subject,
  timeZone: door.timeZone,
  // A reader that leads out lets suspended people go; the page tells of coming in.
  direction: 'entry' as const,
  device: door,
  ...rules,
})

type Row = { today: readonly { startMinute: number; endMinute: number }[]; isOpen: boolean; timeZone: string }

function summaryOf(rows: readonly Row[], now: Temporal.Instant) {
  const minuteAt = (timeZone: string) => localMoment(now.epochMilliseconds, timeZone).minuteOfDay
  const instantAt = (timeZone: string, minute: number) =>
    now
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .toZonedDateTime({ timeZone, plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 } })
      .toInstant()
  const changes = rows.flatMap(({ today, timeZone }) =>
    today
      .flatMap(({ startMinute, endMinute }) => [startMinute, endMinute])
      .filter((minute) => minute > minuteAt(timeZone) && minute < 1440)
      .map((minute) => instantAt(timeZone, minute)),
  )
  return {
    openToday: rows.filter(({ today }) => today.length > 0).length,
    openNow: rows.filter(({ isOpen }) => isOpen).length,
    nextChangeAt: changes.toSorted((a, b) => Temporal.Instant.compare(a, b))[0]?.toString() ?? null,
  }
}

/** The latest passages of these days, wherever their doors are on earth. */
async function readPassages(
  ctx: Ctx,
  personId: string,
  firstOn: (timeZone: string) => string,
  days: number,
  isApart: boolean,
): Promise<Passages> {
  if (!may(ctx, 'record.read')) return { records: [], ports: new Map() }
  const from = Temporal.PlainDate.from(firstOn('UTC')).toZonedDateTime('UTC').subtract({ hours: 26 })
  const to = from.add({ hours: 24 * days + 52 })
  const filter = { personId, from: from.toInstant().toString(), to: to.toInstant().toString(), size: maxPassages }
  const { items: records } = await readRecordPage(ctx.db, filter, recordVisibilityOf(ctx))
  const ids = isApart ? records.map(({ id }) => id) : []
  return { records, ports: await readPortsOf(ctx.db, ids, [filter.from, filter.to]) }
}

type Marked = { id: string; timeZone: string; door: { port: number } | null }
type Passages = { records: readonly RecognitionRecord[]; ports: ReadonlyMap<string, number | null> }

function marksOf({ records, ports }: Passages, door: Marked, on: string) {
  return records
    .filter(({ id, device }) => device.id === door.id && (door.door === null || ports.get(id) === door.door.port))
    .map((record) => ({
      record,
      local: localMoment(Temporal.Instant.from(record.recognisedAt).epochMilliseconds, door.timeZone),
    }))
    .filter(({ local }) => local.on === on)
    .map(({ record: { id, recognisedAt, opened }, local }) => ({
      recordId: id,
      at: recognisedAt,
      minute: local.minuteOfDay,
      opened,
    }))
}

async function readLastSeen(ctx: Ctx, personId: string) {
  if (!may(ctx, 'record.read')) return null
  const [record] = (await readRecordPage(ctx.db, { personId, size: 1 }, recordVisibilityOf(ctx))).items
  if (!record) return null
  const { id, recognisedAt, device, door, opened } = record
  const deviceName = [device.name, door?.name].filter(Boolean).join(' · ')
  return { recordId: id, at: recognisedAt, deviceId: device.id, deviceName, opened }
}
