import { alarmTypeOf } from '@gatehouse/contract/device/alarm-types.ts'
import { abnormalWord, directions } from '@gatehouse/contract/device/passage-words.ts'
import {
  type LiveAlarm,
  type LivePassage,
  maxLiveEvents,
  maxWaitingNames,
} from '@gatehouse/contract/features/live/board.ts'
import { maxCounted } from '@gatehouse/contract/features/dashboard.ts'
import { personKindCodes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export const personKindOf = (code: number) => personKinds.find((kind) => personKindCodes[kind] === code) ?? 'stranger'

export const faceOf = (row: { id: string; has_capture: SqlBool; portrait_id: string | null }): LivePassage['face'] =>
  row.has_capture
    ? { kind: 'capture', id: row.id }
    : row.portrait_id === null
      ? null
      : { kind: 'portrait', id: row.portrait_id }

/** The newest records, of all kinds or of one. */
export const selectNewest = (db: Db, limit: number, kind?: number) =>
  db
    .selectFrom('recognition_record')
    .select(['id', 'recognised_at', 'device_id', 'device_name', 'kind', 'person_id', 'person_name', 'opened'])
    .select(['direction', 'abnormal', 'capture_hash', 'port'])
    .$if(kind !== undefined, (record) => record.where('kind', '=', kind ?? 0))
    .orderBy('recognised_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

/**
 * The newest records with the doors and people they are about. A record from before its device was moved is not of the present door.
 */
const selectPassages = (db: Db, newest: ReturnType<typeof selectNewest>) =>
  db
    .selectFrom(newest.as('r'))
    .leftJoin('person as p', 'p.id', 'r.person_id')
    .leftJoin('visitor as w', 'w.person_id', 'r.person_id')
    .leftJoin('person as h', 'h.id', 'w.host_id')
    .leftJoinLateral(
      (record) =>
        record
          .selectFrom('door_reader as q')
          .innerJoin('door as d', 'd.id', 'q.door_id')
          .innerJoin('device as v', 'v.id', 'q.device_id')
          .select(['d.id', 'd.name'])
          .whereRef('q.device_id', '=', 'r.device_id')
          .where(({ or, eb, ref }) => or([eb('v.door_count', '=', 1), eb('r.port', '=', ref('q.port'))]))
          .where(({ or, eb, ref }) => or([eb('q.since', 'is', null), eb('r.recognised_at', '>=', ref('q.since'))]))
          .orderBy('q.port')
          .limit(1)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.recognised_at', 'r.device_name', 'r.kind', 'r.person_name', 'r.opened', 'r.direction'])
    .select(['r.abnormal', 'p.id as person_id', 'p.portrait_id', 'h.name as host', 'd.id as door_id'])
    .select('d.name as door_name')
    .select((row) => row('r.capture_hash', 'is not', null).as('has_capture'))
    .orderBy('r.recognised_at', 'desc')
    .orderBy('r.id', 'desc')

type PassageRow = Awaited<ReturnType<ReturnType<typeof selectPassages>['executeTakeFirstOrThrow']>>

const toPassage = (row: PassageRow): LivePassage => ({
  type: 'passage',
  id: row.id,
  at: row.recognised_at,
  doorId: row.door_id,
  doorName: row.door_name ?? row.device_name,
  kind: personKindOf(row.kind),
  person: row.person_name === null ? null : { id: row.person_id, name: row.person_name },
  opened: row.opened,
  direction: directions[row.direction] ?? 'none',
  abnormal: abnormalWord.parse(row.abnormal),
  face: faceOf(row),
  host: row.host,
  hasRecord: true,
})

export async function readPassages(db: Db): Promise<LivePassage[]> {
  const rows = await selectPassages(db, selectNewest(db, maxLiveEvents)).execute()
  return rows.map(toPassage)
}

/** The newest records of staff among which those of hosts are looked for. */
const hostStretch = 500

/**
 * The newest passages of visitors, and of the hosts of visits that hold now. Of a host only the name, the door and the time: an
 * account that receives visitors sees no pictures and no records of staff.
 */
export async function readVisitorPassages(db: Db, now: string): Promise<LivePassage[]> {
  const ofVisitors = selectPassages(db, selectNewest(db, maxLiveEvents, personKindCodes.visitor))
  const ofHosts = selectPassages(db, selectNewest(db, hostStretch, personKindCodes.staff))
    .where(({ exists, selectFrom }): Expression<SqlBool> =>
      exists(
        selectFrom('visitor as v')
          .innerJoin('person as g', 'g.id', 'v.person_id')
          .select('v.person_id')
          .whereRef('v.host_id', '=', 'r.person_id')
          .where('g.kind', '=', personKindCodes.visitor)
          .where('g.valid_from', '<=', now)
          .where('g.valid_to', '>', now),
      ),
    )
    .limit(maxLiveEvents)
  const [visitors, hosts] = await Promise.all([ofVisitors.execute(), ofHosts.execute()])
  return [
    ...visitors.map(toPassage),
    ...hosts.map((row): LivePassage => ({
      ...toPassage(row),
      person: row.person_name === null ? null : { id: null, name: row.person_name },
      abnormal: 'none',
      face: null,
      hasRecord: false,
    })),
  ]
}

/** The newest alarms: enough of those of devices remain when those about people are left out. */
const maxAlarms = 3 * maxLiveEvents
export const selectAlarms = (db: Db) =>
  db
    .selectFrom('alarm as a')
    .leftJoin('door_reader as r', (join) =>
      join
        .onRef('r.device_id', '=', 'a.device_id')
        .on((alarm) => alarm('r.port', '=', alarm.fn.coalesce('a.port', alarm.lit(1)))),
    )
    .leftJoin('door as d', 'd.id', 'r.door_id')
    .select(['a.id', 'a.last_at', 'a.device_name', 'a.code', 'a.times', 'a.status', 'd.id as door_id'])
    .select('d.name as door_name')
    .orderBy('a.raised_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxAlarms)

export async function readAlarms(db: Db): Promise<LiveAlarm[]> {
  const rows = await selectAlarms(db).execute()
  return rows.map((row) => ({
    type: 'alarm',
    id: row.id,
    at: row.last_at,
    doorId: row.door_id,
    doorName: row.door_name ?? row.device_name,
    alarm: alarmTypeOf(row.code) ?? 'unknown',
    code: row.code,
    times: row.times,
    isOpen: row.status === 'raised' || row.status === 'release-failed',
  }))
}

export const selectWaitingVisits = (db: Db) =>
  db
    .selectFrom('visit_request')
    .select('name')
    .where('state', '=', 'pending')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxCounted + 1)

/** Visits that wait for an answer. */
export async function readWaitingVisits(db: Db) {
  const rows = await selectWaitingVisits(db).execute()
  return {
    count: Math.min(rows.length, maxCounted),
    isMore: rows.length > maxCounted,
    names: rows.slice(0, maxWaitingNames).map(({ name }) => name),
  }
}
