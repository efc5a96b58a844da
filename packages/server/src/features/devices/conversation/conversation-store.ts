import type { Insertable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export type ExchangeRow = Insertable<Database['device_exchange']>

/** Of devices that still exist: one may be unbound before its exchanges are written. */
export async function insertExchanges(db: Db, rows: readonly ExchangeRow[]): Promise<void> {
  const ids = [...new Set(rows.map(({ device_id: id }) => id))]
  const there = await db.selectFrom('device').select('id').where('id', 'in', ids).forKeyShare().execute()
  const known = new Set(there.map(({ id }) => id))
  const kept = rows.filter(({ device_id: id }) => known.has(id))
  if (kept.length > 0) await db.insertInto('device_exchange').values(kept).execute()
}

export const selectExchanges = (db: Db, deviceId: string, limit: number) =>
  db
    .selectFrom('device_exchange')
    .select(['id', 'began_at', 'took_ms', 'content'])
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Deletes what is beyond the newest ones of a device. */
export const trimExchanges = (db: Db, deviceId: string, kept: number) =>
  db
    .deleteFrom('device_exchange')
    .where('device_id', '=', deviceId)
    .where('id', '<', (eb) =>
      eb
        .selectFrom('device_exchange')
        .select('id')
        .where('device_id', '=', deviceId)
        .orderBy('id', 'desc')
        .offset(kept - 1)
        .limit(1),
    )
    .execute()

/** Keeps lines that were not understood: the newest ones of the device. */
export async function keepLines(
  db: Db,
  deviceId: string,
  lines: readonly Insertable<Database['device_line']>[],
  most: number,
): Promise<void> {
  await db
    .insertInto('device_line')
    .values([...lines])
    .execute()
  const kept = db
    .selectFrom('device_line')
    .select('id')
    .where('device_id', '=', deviceId)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(most)
  await db.deleteFrom('device_line').where('device_id', '=', deviceId).where('id', 'not in', kept).execute()
}

export const selectLines = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_line')
    .select(['id', 'received_at', 'place', 'line_sealed', 'meaning'])
    .where('device_id', '=', deviceId)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .execute()

export async function countLines(db: Db, deviceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('device_line')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteLines(db: Db, deviceId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('device_line').where('device_id', '=', deviceId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes exchanges and lines of before, whether or not their device still calls. */
export async function deleteOldTalk(db: Db, before: string): Promise<void> {
  await db.deleteFrom('device_exchange').where('began_at', '<', before).execute()
  await db.deleteFrom('device_line').where('received_at', '<', before).execute()
}
