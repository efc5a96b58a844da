import type { AreaTree } from '@gatehouse/engine/door/area-path.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { prepared, unseenList } from '../../db/prepared.ts'
import { type DoorOfDevice, selectDayEnds, selectReadersOfDevices, toDoorOfDevice } from './door-reads.ts'

/** A record of somebody known at an open door. */
export type PassedRecord = { deviceId: string; recordId: string; personId: string; at: string; port: number | null }

/**
 * `waitsForContact`: nobody has passed until its contact says so. `sinceMs`: since when the reader is there; a record from before it is of
 * another door.
 */
export type DoorAtPassage = DoorOfDevice & {
  port: number
  /** Its device has other doors, too. */
  isOfSeveral: boolean
  waitsForContact: boolean
  sinceMs: number
}

/** The facts that decide where these records move people. */
export type PassageFacts = {
  /** By the id of the device, in the order of their ports. */
  doors: ReadonlyMap<string, readonly DoorAtPassage[]>
  tree: AreaTree
  /** By the id of an area: the end of the day before which a passage brings nobody back. */
  dayEnds: ReadonlyMap<string, number>
  people: ReadonlySet<string>
  /** By the id of the record; nothing is known of others. */
  told: ReadonlyMap<string, { isConfirmed: boolean | null; wasHeldOpen: boolean }>
}

/**
 * The door at which a record of this device was; of a device with one door, whatever number it says. A device with several that says none
 * tells of no door.
 */
export function doorOf({ doors }: PassageFacts, deviceId: string, port: number | null): DoorAtPassage | undefined {
  const own = doors.get(deviceId) ?? []
  return own[0]?.isOfSeveral ? own.find((door) => door.port === port) : own[0]
}

/**
 * Locks the locations of these people, who cannot be deleted until the transaction ends, and gives what moves them: one statement, since
 * records wait for it. A person is deleted with their location: only one without is locked.
 */
export async function lockPassages(db: Db, records: readonly PassedRecord[]) {
  const deviceIds = unseenList('uuid', [...new Set(records.map(({ deviceId }) => deviceId))])
  const personIds = unseenList('uuid', [...new Set(records.map(({ personId }) => personId))])
  const row = await db
    .with('people', (from) =>
      from
        .selectFrom('person')
        .select('id')
        .where(sql<boolean>`id = any(${personIds})`)
        .where(
          'id',
          'not in',
          from
            .selectFrom('person_location')
            .select('person_id')
            .where(sql<boolean>`person_id = any(${personIds})`),
        )
        .orderBy('id')
        .forKeyShare(),
    )
    .with('located', (from) =>
      from
        .selectFrom('person_location')
        .selectAll()
        .where(sql<boolean>`person_id = any(${personIds})`)
        .orderBy('person_id')
        .forUpdate(),
    )
    .with('doors', () => selectReadersOfDevices(db, deviceIds))
    .with('day_ends', () => selectDayEnds(db))
    .selectNoFrom((from) => [
      jsonArrayFrom(from.selectFrom('people').select('id')).as('people'),
      jsonArrayFrom(from.selectFrom('located').selectAll()).as('locations'),
      jsonArrayFrom(from.selectFrom('doors').selectAll()).as('doors'),
      jsonArrayFrom(from.selectFrom('area').select(['id', 'parent_id'])).as('areas'),
      jsonArrayFrom(from.selectFrom('day_ends').selectAll()).as('dayEnds'),
      selectTold(records).as('told'),
    ])
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
  const facts: PassageFacts = {
    doors: Map.groupBy(
      row.doors.map((door) => ({
        ...toDoorOfDevice(door),
        port: door.port,
        isOfSeveral: door.door_count > 1,
        waitsForContact: door.waits_for_contact,
        sinceMs: door.since === null ? 0 : Temporal.Instant.from(door.since).epochMilliseconds,
      })),
      ({ deviceId }) => deviceId,
    ),
    tree: new Map(row.areas.map(({ id, parent_id }) => [id, parent_id])),
    dayEnds: new Map(
      row.dayEnds.map(({ id, last_day_end_at }) => [id, Temporal.Instant.from(last_day_end_at).epochMilliseconds]),
    ),
    people: new Set([...row.people.map(({ id }) => id), ...row.locations.map((location) => location.person_id)]),
    told: new Map(
      row.told.map(({ id, confirmation, held }) => [
        id,
        { isConfirmed: confirmation === null ? null : confirmation === 'passed', wasHeldOpen: held === 'held-open' },
      ]),
    ),
  }
  return { ...facts, locations: row.locations }
}

type Told = { id: string; confirmation: string | null; held: string | null }[]

/**
 * The words of terminals that tell of events about these records: whether somebody passed (once told so, for good), and whether the
 * door had stood open for too long.
 */
function selectTold(records: readonly PassedRecord[]) {
  const column = (name: keyof PassedRecord) => records.map((record) => record[name])
  return sql<Told>`(
    select coalesce(json_agg(json_build_object('id', s.id, 'confirmation', c.kind, 'held', h.kind)), '[]')
    from unnest(${unseenList('uuid', column('recordId'))}, ${unseenList('uuid', column('deviceId'))},
      ${unseenList('timestamptz', column('at'))}, ${unseenList('smallint', column('port'))}) as s(id, device_id, at, port)
    join lateral (select o.id, o.port, o.door_count from doors o where o.device_id = s.device_id
      and (o.door_count = 1 or s.port is null or o.port = s.port) order by o.port limit 1) d on true
    join door_state t on t.device_id = s.device_id and (d.door_count = 1 or t.port = d.port)
    left join lateral (select e.kind from door_event e where e.record_id = s.id and e.device_id = s.device_id
      and e.kind in ('passed', 'not-passed') order by e.kind desc limit 1) c on true
    left join lateral (select e.kind from door_event e where e.door_id = d.id and e.at <= s.at and e.at > s.at - interval '1 day'
      and e.kind in ('held-open', 'contact-closed') order by e.at desc, e.id desc limit 1) h on true)`
}

/** Those of these records of a device that are stored, near the times at which its contact told of them. */
export async function readMovingRecords(db: Db, deviceId: string, told: readonly { recordId: string; at: string }[]) {
  const column = (name: 'recordId' | 'at') => told.map((one) => one[name])
  const rows = await db
    .selectFrom('recognition_record as r')
    .innerJoin(
      sql<{
        id: string
        at: string
      }>`unnest(${unseenList('uuid', column('recordId'))}, ${unseenList('timestamptz', column('at'))})`.as<'t'>(
        sql`t(id, at)`,
      ),
      't.id',
      'r.id',
    )
    .select([
      'r.id',
      'r.recognised_at',
      'r.received_at',
      'r.claimed_at',
      'r.person_id',
      'r.kind',
      'r.opened',
      'r.abnormal',
      'r.port',
      'r.direction',
    ])
    .select(sql<string>`r.reasons::text`.as('reasons'))
    .where('r.device_id', '=', deviceId)
    .where(sql<boolean>`r.recognised_at between t.at - interval '1 day' and t.at + interval '1 day'`)
    .modifyEnd(prepared)
    .execute()
  return rows.map(({ recognised_at: recognisedAt, person_id: personId, direction, ...row }) => {
    const { received_at: receivedAt, claimed_at: claimedAt } = row
    const way = row.port === null || direction === 0 ? null : direction
    return { ...row, way, recognisedAt, personId, receivedAt: beforeThoseBeside(recognisedAt, receivedAt), claimedAt }
  })
}

/**
 * Of a record whose time had not come when it arrived, a moment before: others that arrived with it and are later have moved the person
 * since, and it moves nobody back.
 */
const beforeThoseBeside = (recognisedAt: string, receivedAt: string): string => {
  const received = Temporal.Instant.from(receivedAt)
  return Temporal.Instant.compare(recognisedAt, received) < 0
    ? receivedAt
    : received.subtract({ seconds: 1 }).toString()
}
