import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared } from '../../db/prepared.ts'
import { updatePeopleApplied } from '../device-store.ts'

const allFailures = (deviceId: string): RawBuilder<unknown> =>
  sql`delete from device_person_failure where device_id = ${deviceId}`

/** The people who were requested again, and have arrived. */
const retriesUpTo = (deviceId: string, revision: number): RawBuilder<unknown> =>
  sql`delete from device_person_change where device_id = ${deviceId} and revision <= ${revision}`

/**
 * Stores the position of devices without failed people. One statement for all of them, since nearly all reports are of
 * this kind.
 */
export async function updateAppliedWhole(db: Db, deviceId: string, cursor: string, revision: number): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} with recovered as (${allFailures(deviceId)}), came as (${retriesUpTo(deviceId, revision)})
    ${updatePeopleApplied(deviceId, cursor, revision)}`.execute(db)
  return rows.length > 0
}

/** Stores the position that a device reports. false: no such device. */
export async function updateApplied(db: Db, deviceId: string, cursor: string, revision: number): Promise<boolean> {
  const { rows } = await updatePeopleApplied(deviceId, cursor, revision).execute(db)
  await retriesUpTo(deviceId, revision).execute(db)
  return rows.length > 0
}

export const isDevice = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('device').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const deleteFailures = (db: Db, deviceId: string) => allFailures(deviceId).execute(db)

/**
 * Stores the people whom a device could not use. If a device reports an existing portrait as missing, it could not read
 * it.
 */
export async function insertFailures(
  db: Db,
  deviceId: string,
  failures: readonly { personId: string; reason: string }[],
  now: string,
): Promise<void> {
  if (failures.length === 0) return
  await sql`
    insert into device_person_failure (device_id, person_id, reason, reported_at)
    select distinct on (f.person_id) ${deviceId}::uuid, f.person_id,
      case when f.reason = 'portrait-missing' and p.portrait_id is not null then 'portrait-unreadable' else f.reason end,
      ${now}::timestamptz
    from unnest(${failures.map(({ personId }) => personId)}::uuid[], ${failures.map(({ reason }) => reason)}::text[]) as f(person_id, reason)
    left join person p on p.id = f.person_id
    order by f.person_id
    on conflict (device_id, person_id) do update set reason = excluded.reason, reported_at = excluded.reported_at`.execute(
    db,
  )
}

export const selectFailuresOf = (db: Db, personId: string) =>
  db.selectFrom('device_person_failure').selectAll().where('person_id', '=', personId).execute()

export const deleteFailuresOf = (db: Db, personId: string) =>
  db.deleteFrom('device_person_failure').where('person_id', '=', personId).execute()
