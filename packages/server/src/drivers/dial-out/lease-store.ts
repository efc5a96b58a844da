import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export type LeaseKey = { deviceId: string; holder: string; epoch: number }

/** Times are those of the database: the clocks of two servers differ. */
const after = (ms: number) => sql<string>`clock_timestamp() + ${ms} * interval '1 millisecond'`
const thisMoment = sql<string>`clock_timestamp()`

/** Takes the lease of a device that nobody holds. Gives its epoch; undefined where another server holds it. */
export async function takeLease(db: Db, deviceId: string, holder: string, ms: number): Promise<number | undefined> {
  const row = await db
    .insertInto('device_lease')
    .columns(['device_id', 'holder', 'epoch', 'expires_at'])
    .expression((select) =>
      select
        .selectFrom('device')
        .select(({ val }) => ['device.id', val(holder).as('holder'), val(1).as('epoch'), after(ms).as('expires_at')])
        .where('device.id', '=', deviceId),
    )
    .onConflict((conflict) =>
      conflict
        .column('device_id')
        .doUpdateSet({
          holder,
          epoch: (update) => update('device_lease.epoch', '+', 1),
          expires_at: after(ms),
        })
        .where('device_lease.expires_at', '<', thisMoment),
    )
    .returning('epoch')
    .executeTakeFirst()
  return row?.epoch
}

/** Whether the lease was still held, and is for so much longer. */
export async function renewLease(db: Db, { deviceId, holder, epoch }: LeaseKey, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device_lease')
    .set({ expires_at: after(ms) })
    .where('device_id', '=', deviceId)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .where('expires_at', '>', thisMoment)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Another server may take it at once. */
export const endLease = (db: Db, { deviceId, holder, epoch }: LeaseKey) =>
  db
    .updateTable('device_lease')
    .set({ expires_at: thisMoment })
    .where('device_id', '=', deviceId)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .execute()

/** Whether the lease is held; nobody else takes it before the caller's transaction ends. */
export async function lockLease(db: Db, { deviceId, holder, epoch }: LeaseKey): Promise<boolean> {
  const row = await db
    .selectFrom('device_lease')
    .select('epoch')
    .where('device_id', '=', deviceId)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .where('expires_at', '>', thisMoment)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The devices of a make. */
export const selectCalled = (db: Db, make: string) =>
  db.selectFrom('device').select(['id', 'ldid']).where('make', '=', make).orderBy('id').execute()
