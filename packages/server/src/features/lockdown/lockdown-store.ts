import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { factColumns } from '../../drivers/makes.ts'

/** With the rule of this moment about who releases it, which is locked: see `holdBeginnings`. */
export async function insertLockdown(db: Db, lockdown: Omit<Insertable<Database['lockdown']>, 'needs_two_people'>) {
  const rule = await db.selectFrom('lockdown_rule').select('needs_two_people').forShare().executeTakeFirstOrThrow()
  return db
    .insertInto('lockdown')
    .values({ ...lockdown, ...rule })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The row that everybody reads who begins a lockdown, locked until the transaction ends. */
export const holdRule = (db: Db) =>
  db.selectFrom('lockdown_rule').select('is_only').forUpdate().executeTakeFirstOrThrow()

export async function countDoorsOf(db: Db, deviceId: string): Promise<number> {
  const row = await db.selectFrom('device').select('door_count').where('id', '=', deviceId).executeTakeFirst()
  return row?.door_count ?? 0
}

/** The lockdown, locked until the transaction ends: of two who release it at once the second finds it released. */
export const lockLockdown = (db: Db, id: string) =>
  db.selectFrom('lockdown').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateLockdown = (db: Db, id: string, change: Updateable<Database['lockdown']>) =>
  db.updateTable('lockdown').set(change).where('id', '=', id).execute()

/** Moves the times at which releases were asked for, where they still wait. */
export const moveReleaseTimes = (db: Db, ms: number) =>
  db
    .updateTable('lockdown')
    .set({ release_asked_at: sql<string>`release_asked_at + ${ms} * interval '1 millisecond'` })
    .where('released_at', 'is', null)
    .where('release_asked_at', 'is not', null)
    .execute()

export const updateRules = (db: Db, needsTwoPeople: boolean) =>
  db.updateTable('lockdown_rule').set({ needs_two_people: needsTwoPeople }).execute()

/** The place, which cannot be deleted until the transaction ends; undefined: it does not exist. */
export const lockPlace = (db: Db, { kind, id }: { kind: 'site' | 'area'; id: string }) =>
  db.selectFrom(kind).select('name').where('id', '=', id).forKeyShare().executeTakeFirst()

export const selectDeviceFacts = (db: Db, id: string) =>
  db
    .selectFrom('device')
    .select(['name', ...factColumns])
    .where('id', '=', id)
    .executeTakeFirst()

export const selectInput = (db: Db, deviceId: string) =>
  db.selectFrom('lockdown_input').selectAll().where('device_id', '=', deviceId).executeTakeFirst()

export const upsertInput = (db: Db, { device_id, ...input }: Insertable<Database['lockdown_input']>) =>
  db
    .insertInto('lockdown_input')
    .values({ device_id, ...input })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(input))
    .execute()

/** The lockdown of a place that the input of this device began, while it holds. */
export const findActiveOfDevice = (
  db: Db,
  deviceId: string,
  { scope, scope_id }: Pick<Insertable<Database['lockdown']>, 'scope' | 'scope_id'>,
) =>
  db
    .selectFrom('lockdown')
    .select('id')
    .where('released_at', 'is', null)
    .where('device_id', '=', deviceId)
    .where('scope', '=', scope)
    .where('scope_id', 'is not distinct from', scope_id ?? null)
    .executeTakeFirst()

/** The sites of the doors of a device. */
export const selectSitesOfDevice = (db: Db, deviceId: string) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('door as o', 'o.id', 'r.door_id')
    .innerJoin('site as s', 's.id', 'o.site_id')
    .select(['s.id', 's.name'])
    .distinct()
    .where('r.device_id', '=', deviceId)
    .orderBy('s.id')
    .execute()

/** Which lockdowns a device follows. */
export const upsertConfirmation = (db: Db, deviceId: string, revision: string, now: string) =>
  db
    .insertInto('lockdown_confirmation')
    .values({ device_id: deviceId, revision, confirmed_at: now })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ revision, confirmed_at: now }))
    .execute()
