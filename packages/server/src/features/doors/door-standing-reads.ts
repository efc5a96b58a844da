import { type DoorMark, type DoorNeed, doorNeeds } from '@gatehouse/contract/features/floor-plans.ts'
import { alarmStatusesOfNeed } from '@gatehouse/engine/alarm/vocabulary.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'

/** Doors with everything that decides how they stand; of a site, or all. */
const selectStandings = (db: Db, siteId?: string) =>
  db
    .with('alarmed', (query) =>
      query
        .selectFrom('alarm')
        .distinctOn(['device_id', 'port'])
        .select(['device_id', 'port', 'id', 'code', 'raised_at'])
        .where('status', '<>', 'released')
        .where('status', 'in', alarmStatusesOfNeed)
        .orderBy('device_id')
        .orderBy('port')
        .orderBy('raised_at', 'desc'),
    )
    .with('locked', (query) =>
      query
        .selectFrom('device_lockdown as h')
        .innerJoin('lockdown as l', 'l.id', 'h.lockdown_id')
        .select(['h.door_id', 'h.kind'])
        .select((row) => row.fn.min('l.begun_at').as('begun_at'))
        .groupBy(['h.door_id', 'h.kind']),
    )
    .selectFrom('door as d')
    .leftJoin('door_contact as c', 'c.door_id', 'd.id')
    .leftJoin('locked as k', (join) => join.onRef('k.door_id', '=', 'd.id').on('k.kind', '=', 'lockdown'))
    .leftJoin('locked as e', (join) => join.onRef('e.door_id', '=', 'd.id').on('e.kind', '=', 'emergency-open'))
    .select(['d.id', 'c.contact', 'c.since', 'c.held_open_since', 'c.fire_since'])
    .select(['k.begun_at as locked_since', 'e.begun_at as emergency_since'])
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('door_reader as r')
          .innerJoin('device as v', 'v.id', 'r.device_id')
          .leftJoin('device_settings_report as p', 'p.device_id', 'r.device_id')
          .leftJoin('door_state as t', (join) =>
            join
              .onRef('t.device_id', '=', 'r.device_id')
              .on(({ eb, or }) => or([eb('v.door_count', '=', 1), eb('t.port', '=', eb.ref('r.port'))])),
          )
          // An alarm of the device as a whole is one at each of its doors.
          .leftJoin('alarmed as a', (join) =>
            join
              .onRef('a.device_id', '=', 'r.device_id')
              .on(({ eb, or }) => or([eb('a.port', 'is', null), eb('a.port', '=', eb.ref('r.port'))])),
          )
          .select(['v.id', 'v.is_online', 'v.online_changed_at', 't.lost_inputs'])
          .select((reader) => reader.fn.coalesce('t.mode', 'p.door_mode').as('door_mode'))
          .select(['a.id as alarm_id', 'a.code as alarm_code', 'a.raised_at'])
          .select(({ exists, selectFrom }) =>
            exists(
              selectFrom('device_left_person as l').select('l.number').whereRef('l.device_id', '=', 'r.device_id'),
            ).as('has_left_people'),
          )
          .whereRef('r.door_id', '=', 'd.id')
          .orderBy('r.port')
          .orderBy('r.device_id'),
      ).as('readers'),
    )
    .$if(siteId !== undefined, (door) => door.where('d.site_id', '=', siteId ?? ''))
    .orderBy('d.name')
    .orderBy('d.id')

type Row = Awaited<ReturnType<ReturnType<typeof selectStandings>['executeTakeFirstOrThrow']>>

/** How a door stands, since when as far as that is known, and the reasons for which it needs somebody. */
export type DoorStanding = {
  doorId: string
  mark: DoorMark
  since: string | null
  /** The way in which a command holds it. */
  held: 'held-open' | 'held-closed' | null
  /** An emergency or a fire opens it, whatever the mark is. */
  isEmergency: boolean
  needs: DoorNeed[]
  /** The newest that nobody has acknowledged. */
  alarm: { id: string; code: number } | null
  deviceIds: string[]
}

/** Instants inside JSON are written otherwise than in columns. */
const instantOf = (text: string | null) => (text === null ? null : Temporal.Instant.from(text).toString())

/**
 * Of all that holds at a door, the first. A door of which no reader is online is offline: what it did last may have changed. Only a
 * contact tells that a door is closed. An alarm counts until somebody has acknowledged it; of a device that is offline the mark says that itself.
 */
function markOf(row: Row): [DoorMark, string | null] {
  const online = row.readers.filter((reader) => reader.is_online)
  const alarmed = newestAlarm(online)
  if (alarmed) return ['alarm', instantOf(alarmed.raised_at)]
  if (row.readers.length === 0) return ['no-reader', null]
  if (online.length === 0) return ['offline', lastOnline(row)]
  if (row.emergency_since !== null) return ['emergency-open', row.emergency_since]
  if (row.fire_since !== null) return ['emergency-open', row.fire_since]
  if (row.locked_since !== null) return ['locked-down', row.locked_since]
  const held = heldOf(row)
  if (held) return [held, null]
  if (row.held_open_since !== null) return ['held-open', row.held_open_since]
  if (row.contact === 'open') return ['open', row.since]
  return row.contact === 'closed' ? ['closed', row.since] : ['unknown', null]
}

const isEmergency = ({ emergency_since, fire_since }: Row): boolean => emergency_since !== null || fire_since !== null

/** The way in which a command holds the door. An emergency or a fire holds it open in another way, which some makes tell of as the same. */
function heldOf(row: Row): DoorStanding['held'] {
  if (isEmergency(row)) return null
  return (
    (['held-closed', 'held-open'] as const).find((mode) => row.readers.some(({ door_mode }) => door_mode === mode)) ??
    null
  )
}

/** The latest moment at which one of its readers was lost; null where there is none. */
const lastOnline = ({ readers }: Row): string | null =>
  readers
    .map((reader) => instantOf(reader.online_changed_at))
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null

const newestAlarm = (readers: Row['readers']) =>
  readers
    .filter((reader) => reader.alarm_id !== null && reader.raised_at !== null)
    .toSorted((a, b) => Temporal.Instant.compare(b.raised_at ?? '', a.raised_at ?? ''))[0]

function needsOf(row: Row, mark: DoorMark): DoorNeed[] {
  const isOpen = row.contact === 'open'
  const isHeldByCommand = row.readers.some((reader) => reader.door_mode === 'held-open')
  const found: Record<DoorNeed, boolean> = {
    fire: row.fire_since !== null,
    alarm: newestAlarm(row.readers) !== undefined,
    'stands-open': mark === 'locked-down' && isOpen,
    'left-open': row.held_open_since !== null && !isHeldByCommand && mark !== 'emergency-open',
    'wire-lost': row.readers.some((reader) => (reader.lost_inputs ?? []).length > 0),
    // A door that nobody has given a device yet needs nobody.
    offline: mark === 'offline',
    'reader-offline': mark !== 'offline' && row.readers.some((reader) => !reader.is_online),
    'left-people': row.readers.some((reader) => reader.has_left_people),
  }
  return doorNeeds.filter((need) => found[need])
}

/** How each door of a site, or every door, stands by all of its readers. */
export async function readDoorStandings(db: Db, siteId?: string): Promise<DoorStanding[]> {
  const rows = await selectStandings(db, siteId).execute()
  return rows.map((row) => {
    const [mark, since] = markOf(row)
    const alarm = newestAlarm(row.readers)
    return {
      doorId: row.id,
      mark,
      since,
      held: heldOf(row),
      isEmergency: isEmergency(row),
      needs: needsOf(row, mark),
      alarm:
        alarm && alarm.alarm_id !== null && alarm.alarm_code !== null
          ? { id: alarm.alarm_id, code: alarm.alarm_code }
          : null,
      deviceIds: [...new Set(row.readers.map(({ id }) => id))],
    }
  })
}
