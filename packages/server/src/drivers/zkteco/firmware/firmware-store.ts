import type { Insertable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export type ToldUpgrade = NonNullable<Awaited<ReturnType<typeof findUpgrade>>>

/** The firmware that a terminal was told to install last, with how far its command is. */
export const findUpgrade = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_upgrade as u')
    .innerJoin('zkteco_command as c', (join) =>
      join.onRef('c.device_id', '=', 'u.device_id').onRef('c.number', '=', 'u.number'),
    )
    .selectAll('u')
    .select(['c.state', 'c.sent_at'])
    .where('u.device_id', '=', deviceId)
    .executeTakeFirst()

/** How many terminals were told since then and have not said how it went. */
export async function countFetching(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('zkteco_upgrade as u')
    .innerJoin('zkteco_command as c', (join) =>
      join.onRef('c.device_id', '=', 'u.device_id').onRef('c.number', '=', 'u.number'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('u.flashed_at', 'is', null)
    .where('u.ended_at', 'is', null)
    .where('c.state', 'in', ['waiting', 'sent'])
    .where('c.created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A terminal has one: the next takes the place of the last. */
export const putUpgrade = (db: Db, row: Insertable<Database['zkteco_upgrade']>) =>
  db
    .insertInto('zkteco_upgrade')
    .values({ ...row, flashed_at: null, ended_at: null })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((set) => ({
        package_id: set.ref('excluded.package_id'),
        published_at: set.ref('excluded.published_at'),
        attempt: set.ref('excluded.attempt'),
        version: set.ref('excluded.version'),
        file: set.ref('excluded.file'),
        number: set.ref('excluded.number'),
        flashed_at: null,
        ended_at: null,
      })),
    )
    .execute()

export const changeUpgrade = (
  db: Db,
  deviceId: string,
  number: number,
  change: { flashed_at?: string; ended_at?: string },
) =>
  db.updateTable('zkteco_upgrade').set(change).where('device_id', '=', deviceId).where('number', '=', number).execute()

export const deleteUpgrade = (db: Db, deviceId: string, number: number) =>
  db.deleteFrom('zkteco_upgrade').where('device_id', '=', deviceId).where('number', '=', number).execute()
