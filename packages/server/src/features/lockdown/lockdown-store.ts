import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const insertLockdown = (db: Db, lockdown: Insertable<Database['lockdown']>) =>
  db.insertInto('lockdown').values(lockdown).returning('id').executeTakeFirstOrThrow()

/** The lockdown, locked until the transaction ends: of two who release it at once the second finds it released. */
export const lockLockdown = (db: Db, id: string) =>
  db.selectFrom('lockdown').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateLockdown = (db: Db, id: string, change: Updateable<Database['lockdown']>) =>
  db.updateTable('lockdown').set(change).where('id', '=', id).execute()

export const updateRules = (db: Db, needsTwoPeople: boolean) =>
  db.updateTable('lockdown_rule').set({ needs_two_people: needsTwoPeople }).execute()

/** The place, which cannot be deleted until the transaction ends; undefined: it does not exist. */
export const lockPlace = (db: Db, { kind, id }: { kind: 'site' | 'area'; id: string }) =>
  db.selectFrom(kind).select('name').where('id', '=', id).forKeyShare().executeTakeFirst()

/** Which lockdowns a device follows. */
export const upsertConfirmation = (db: Db, deviceId: string, revision: string, now: string) =>
  db
    .insertInto('lockdown_confirmation')
    .values({ device_id: deviceId, revision, confirmed_at: now })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ revision, confirmed_at: now }))
    .execute()
