import { alarmTypeOf } from '@gatehouse/contract/device/alarm-types.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { readDoorStandings } from '../doors/door-standing-reads.ts'
import { faceOf, personKindOf } from './live-event-reads.ts'

const refOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

const readNames = (db: Db) =>
  db
    .selectFrom('door as d')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .leftJoin('area as f', 'f.id', 'd.from_area_id')
    .leftJoin('area as t', 't.id', 'd.to_area_id')
    .select(['d.id', 'd.name', 'd.kind', 's.id as site_id', 's.name as site_name'])
    .select(['f.id as from_id', 'f.name as from_name', 't.id as to_id', 't.name as to_name'])
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('plan_place as l')
          .innerJoin('floor_plan as p', 'p.id', 'l.plan_id')
          .select(['l.plan_id as planId', 'l.x', 'l.y'])
          .whereRef('l.door_id', '=', 'd.id')
          .whereRef('p.site_id', '=', 'd.site_id')
          .orderBy('p.level')
          .orderBy('p.id'),
      ).as('places'),
    )
    .execute()

/** The last record of each reader of each door since it came there: one look along the index of its device. */
export const selectLastRecords = (db: Db) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .innerJoinLateral(
      (reader) =>
        reader
          .selectFrom('recognition_record as n')
          .select(['n.id', 'n.recognised_at', 'n.person_id', 'n.person_name', 'n.kind', 'n.opened', 'n.capture_hash'])
          .whereRef('n.device_id', '=', 'r.device_id')
          .where(({ or, eb, ref }) => or([eb('v.door_count', '=', 1), eb('n.port', '=', ref('r.port'))]))
          .where(({ eb, fn, cast, val }) =>
            eb('n.recognised_at', '>=', fn.coalesce('r.since', cast<string>(val('-infinity'), 'timestamptz'))),
          )
          .orderBy('n.recognised_at', 'desc')
          .orderBy('n.id', 'desc')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .leftJoin('person as p', 'p.id', 'n.person_id')
    .distinctOn('r.door_id')
    .select(['r.door_id', 'n.id', 'n.recognised_at', 'n.person_name', 'n.kind', 'n.opened', 'p.portrait_id'])
    .select((row) => row('n.capture_hash', 'is not', null).as('has_capture'))
    .orderBy('r.door_id')
    .orderBy('n.recognised_at', 'desc')
    .orderBy('n.id', 'desc')

/** By quarters of an hour, of those that began after the reader came to its door. Devices with several doors are counted by themselves. */
export const selectPassagesSince = (db: Db, from: string) =>
  db
    .selectFrom('record_count as c')
    .innerJoin('door_reader as r', 'r.device_id', 'c.device_id')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .select('r.door_id')
    .select((row) => row.fn.sum<string>('c.records').as('records'))
    .where('v.door_count', '=', 1)
    .where('c.bucket', '>=', from)
    .where((row) => row.or([row('r.since', 'is', null), row('c.bucket', '>=', row.ref('r.since'))]))
    .groupBy('r.door_id')

/** The records of the quarter in which a reader came to its door: those of before belong to another. */
export const selectPassagesOfMoved = (db: Db, from: string) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .innerJoin('recognition_record as n', 'n.device_id', 'r.device_id')
    .select('r.door_id')
    .select((row) => row.fn.countAll<string>().as('records'))
    .where('v.door_count', '=', 1)
    .where('r.since', '>', from)
    .where('n.misrecognition', 'is', null)
    .where((row) => {
      const none = row.lit(0)
      const aQuarter = row.fn<string>('make_interval', [none, none, none, none, none, row.lit(15)])
      const quarter = row.fn<string>('record_bucket', ['r.since'])
      return row.and([
        row(quarter, '<', row.ref('r.since')),
        row('n.recognised_at', '>=', row.ref('r.since')),
        row('n.recognised_at', '<', row(quarter, '+', aQuarter)),
      ])
    })
    .groupBy('r.door_id')

/** The records at the doors of devices with several: quarters of an hour are counted for a device as a whole. */
export const selectPassagesOfSeveral = (db: Db, from: string) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .innerJoin('recognition_record as n', 'n.device_id', 'r.device_id')
    .select('r.door_id')
    .select((row) => row.fn.countAll<string>().as('records'))
    .where('v.door_count', '>', 1)
    .whereRef('n.port', '=', 'r.port')
    .where('n.recognised_at', '>=', from)
    .where('n.misrecognition', 'is', null)
    .where((row) => row.or([row('r.since', 'is', null), row('n.recognised_at', '>=', row.ref('r.since'))]))
    .groupBy('r.door_id')

/** Every door with how it stands, who was at it last, and how many since a moment. */
export async function readLiveDoors(db: Db, todayFrom: string): Promise<Required<LiveDoor>[]> {
  const [names, standings, lasts, counts, moved, several] = await Promise.all([
    readNames(db),
    readDoorStandings(db),
    selectLastRecords(db).execute(),
    selectPassagesSince(db, todayFrom).execute(),
    selectPassagesOfMoved(db, todayFrom).execute(),
    selectPassagesOfSeveral(db, todayFrom).execute(),
  ])
  const nameOf = new Map(names.map((row) => [row.id, row]))
  const lastOf = new Map(lasts.map((row) => [row.door_id, row]))
  const countOf = new Map<string, number>()
  for (const { door_id, records } of [...counts, ...moved, ...several])
    countOf.set(door_id, (countOf.get(door_id) ?? 0) + Number(records))
  return standings.flatMap(({ doorId, mark, since, held, needs, alarm, deviceIds }) => {
    const row = nameOf.get(doorId)
    if (!row) return []
    const last = lastOf.get(doorId)
    return {
      id: doorId,
      name: row.name,
      kind: row.kind,
      site: { id: row.site_id, name: row.site_name },
      fromArea: refOf(row.from_id, row.from_name),
      toArea: refOf(row.to_id, row.to_name),
      places: row.places,
      mark,
      since,
      held,
      needs,
      alarm: alarm && { id: alarm.id, type: alarmTypeOf(alarm.code) ?? ('unknown' as const) },
      deviceIds,
      passagesToday: countOf.get(doorId) ?? 0,
      last: last
        ? {
            recordId: last.id,
            at: last.recognised_at,
            name: last.person_name,
            kind: personKindOf(last.kind),
            opened: last.opened,
            face: faceOf(last),
          }
        : null,
    }
  })
}
