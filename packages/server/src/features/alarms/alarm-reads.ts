import { alarmTypeOf } from '@gatehouse/contract/device/alarm-types.ts'
import { type Alarm, type AlarmDetail, type listAlarms, traceEntry } from '@gatehouse/contract/features/alarms.ts'
import { rolesOf, roleId } from '@gatehouse/contract/permissions.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { releaseWayOf } from '@gatehouse/engine/alarm/release.ts'
import { type AlarmStatus, alarmCodes, isOfPerson } from '@gatehouse/engine/alarm/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/open-database.ts'
import { countUpTo } from '../../db/count-up-to.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'

export type AlarmRow = {
  id: string
  raised_at: string
  last_at: string
  received_at: string
  claimed_at: string | null
  times: number
  device_id: string | null
  device_name: string
  device_location: string | null
  code: number
  status: AlarmStatus
  description: string | null
  person_id: string | null
  person_name: string | null
  handler_id: string | null
  handler_name: string | null
  acknowledged_at: string | null
  released_at: string | null
  can_release: boolean
  is_releasing: boolean
  has_image: boolean
  has_doubtful_time: boolean
}

const columns = sql`a.id, a.raised_at, a.last_at, a.received_at, a.claimed_at, a.times, d.id as device_id, a.device_name,
  coalesce(d.location, a.device_location) as device_location, a.code, a.status, a.description, p.id as person_id, a.person_name,
  a.handler_id, a.handler_name, a.acknowledged_at, a.released_at, a.can_release, a.release_command_id is not null as is_releasing,
  a.image_hash is not null as has_image, a.has_doubtful_time`

/** The device and the person as they are now, if they still exist. */
const joins = sql`left join device d on d.id = a.device_id left join person p on p.id = a.person_id`

export const toAlarm = (row: AlarmRow): Alarm => ({
  id: row.id,
  type: alarmTypeOf(row.code) ?? 'unknown',
  code: row.code,
  status: row.status,
  raisedAt: row.raised_at,
  lastAt: row.last_at,
  receivedAt: row.received_at,
  claimedAt: row.claimed_at,
  times: row.times,
  device: { id: row.device_id, name: row.device_name, location: row.device_location },
  description: row.description,
  person: row.person_name === null ? null : { id: row.person_id, name: row.person_name },
  handler: row.handler_id === null ? null : { id: row.handler_id, name: row.handler_name ?? '' },
  acknowledgedAt: row.acknowledged_at,
  releasedAt: row.released_at,
  releaseWay: releaseWayOf({ code: row.code, canRelease: row.can_release, deviceId: row.device_id }),
  isReleasing: row.is_releasing,
  hasImage: row.has_image,
  hasDoubtfulTime: row.has_doubtful_time,
})

/** The alarm for those who see no people: nobody's name, face and record. */
export const withoutPeople = <T extends Alarm & { recordId?: string | null }>(one: T): T => ({
  ...one,
  person: null,
  hasImage: one.hasImage && !isOfPerson(one.code),
  ...(one.recordId !== undefined && { recordId: null }),
})

/** The filters of the list, each along an index that is in the list's order. */
export function alarmFilters(query: Omit<Query<typeof listAlarms>, 'after' | 'size'>) {
  const status =
    query.status === undefined
      ? sql`true`
      : query.status === 'open'
        ? sql`a.status <> 'released'`
        : query.status === 'released'
          ? sql`a.status = 'released'`
          : // repeated, so that the planner recognises the index of open alarms
            sql`a.status = ${sql.lit(query.status)} and a.status <> 'released'`
  return sql`${query.type ? sql`a.code = ${sql.lit(alarmCodes[query.type])}` : sql`true`}
    and ${status}
    and ${query.deviceId ? sql`a.device_id = ${query.deviceId}` : sql`true`}
    and ${query.port ? sql`(a.port is null or a.port = ${query.port})` : sql`true`}
    and ${query.handlerId ? sql`a.handler_id = ${query.handlerId}` : sql`true`}
    and ${query.from ? sql`a.raised_at >= ${query.from}` : sql`true`}
    and ${query.to ? sql`a.raised_at < ${query.to}` : sql`true`}`
}

/** One page of alarms, newest first. */
export async function readAlarmPage(db: Db, query: Query<typeof listAlarms>) {
  const key = decodeCursor(query.after, 'instant', 'id')
  const limit = query.size + 1
  const { rows } = await sql<AlarmRow>`
    select ${columns} from (
      select a.* from alarm a where ${alarmFilters(query)}
        and ${key ? sql`(a.raised_at, a.id) < (${key[0]}, ${key[1]})` : sql`true`}
      order by a.raised_at desc, a.id desc limit ${limit}) a ${joins}
    order by a.raised_at desc, a.id desc`.execute(db)
  const last = rows[query.size - 1]
  return {
    items: rows.slice(0, query.size).map(toAlarm),
    next: rows.length > query.size && last ? encodeCursor(last.raised_at, last.id) : null,
    total: await countUpTo(db, { from: sql`alarm a`, where: alarmFilters(query) }),
  }
}

const traceList = z.array(traceEntry)

/** One alarm with its trace; undefined when there is none. */
export async function readAlarm(db: Db, id: string): Promise<AlarmDetail | undefined> {
  const { rows } = await sql<AlarmRow & { record_id: string | null; trace: unknown }>`
    select ${columns}, a.record_id, a.trace from alarm a ${joins} where a.id = ${id} limit 1`.execute(db)
  const [row] = rows
  return row && { ...toAlarm(row), recordId: row.record_id, trace: traceList.parse(row.trace) }
}

/** The places of these alarms: the operation log names many alarms by them, in one line. */
export async function readAlarmPlaces(db: Db, ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ device_name: string }>`
    select distinct device_name from alarm where id = any(${[...ids]}::uuid[]) order by device_name`.execute(db)
  return rows.map((row) => row.device_name).join(', ')
}

export const findAlarmImage = (db: Db, id: string) =>
  db.selectFrom('alarm').select(['image_hash', 'code']).where('id', '=', id).executeTakeFirst()

const maxCounted = 100
const maxOpenShown = 5
/** A detector that nobody silences must not hide the other alarms. */
const maxFires = 3

/** The newest alarms that are still open, a fire before whatever came after it. */
async function readNewestOpen(db: Db): Promise<Alarm[]> {
  const fire = sql.lit(alarmCodes.fire)
  const open = (where: RawBuilder<unknown>, limit: number) => sql`
    (select raised_at, id from alarm where status <> 'released' and ${where} order by raised_at desc, id desc limit ${limit})`
  const order = sql`order by (a.code = ${fire}) desc, a.raised_at desc, a.id desc`
  const { rows } = await sql<AlarmRow>`
    select ${columns} from (
      select a.* from (${open(sql`code = ${fire}`, maxFires)} union ${open(sql`code <> ${fire}`, maxOpenShown)}) k
      join alarm a on a.raised_at = k.raised_at and a.id = k.id
      ${order} limit ${maxOpenShown}) a ${joins}
    ${order}`.execute(db)
  return rows.map(toAlarm)
}

/** The open alarms since the account last looked, and the newest open ones. */
export async function readUnseen(db: Db, accountId: string) {
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from alarm where status <> 'released' and received_at > coalesce(
        (select seen_at from alarm_seen where account_id = ${accountId}),
        (select created_at from account where id = ${accountId}))
      limit ${maxCounted}) s`.execute(db)
  return { count: counts[0]?.count ?? 0, newest: await readNewestOpen(db) }
}

const handlerRoles = rolesOf('alarm.write').map(roleId)

export const readHandlers = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'account'])
    .where('role', 'in', handlerRoles)
    .where('is_disabled', '=', false)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()

export const findHandler = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('role', 'in', handlerRoles)
    .where('is_disabled', '=', false)
    .executeTakeFirst()

export async function readAlarmsByKey(db: Db, keys: readonly { raisedAt: string; id: string }[]): Promise<Alarm[]> {
  const { rows } = await sql<AlarmRow>`
    select ${columns} from unnest(${keys.map(({ raisedAt }) => raisedAt)}::timestamptz[], ${keys.map(({ id }) => id)}::uuid[]) as k(raised_at, id)
    join alarm a on a.raised_at = k.raised_at and a.id = k.id ${joins}
    order by a.raised_at desc, a.id desc`.execute(db)
  return rows.map(toAlarm)
}
