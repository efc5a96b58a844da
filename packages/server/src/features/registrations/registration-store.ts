import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

export const findCode = (db: Db) => db.selectFrom('registration_code').selectAll().executeTakeFirst()

export const upsertCode = (db: Db, code: { token_sealed: Buffer; token_hash: Buffer; renewed_at: string }) =>
  db
    .insertInto('registration_code')
    .values(code)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ ...code, is_enabled: true }))
    .execute()

export const setCodeEnabled = (db: Db, isEnabled: boolean) =>
  db.updateTable('registration_code').set({ is_enabled: isEnabled }).execute()

export async function isOpenCode(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('registration_code')
    .select('is_only')
    .where('token_hash', '=', tokenHash)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export const insertRegistration = (db: Db, row: Insertable<Database['registration']>) =>
  db
    .insertInto('registration')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violates(error, 'registration__person')) throw new AppError('portrait.link-over')
      if (violates(error, 'registration__portrait')) throw new AppError('portrait.not-found')
      throw error
    })

export async function countPending(db: Db): Promise<number> {
  const row = await db
    .selectFrom('registration')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const isRefused = (of: ExpressionBuilder<Database, 'registration'>) =>
  of(of.fn<number>('cardinality', ['refused_for']), '>', 0)

/** Whether an enrolment at this device is kept that the product refused for the same. */
export async function hasRefusedAlike(db: Db, deviceId: string, faults: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('registration')
    .select('id')
    .where('refused_by', '=', deviceId)
    .where((of) => of('refused_for', '=', of.val([...faults])))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The product refuses this enrolment again, for something else. Undefined: it did not refuse it before. */
export const updateRefused = (db: Db, lookupHash: Buffer, change: Updateable<Database['registration']>) =>
  db
    .updateTable('registration')
    .set(change)
    .where('lookup_hash', '=', lookupHash)
    .where(isRefused)
    .returning('id')
    .executeTakeFirst()

/** Forgets those whom the product refused first, but for so many; of this device, or without one of all. */
export const deleteOldRefused = (db: Db, most: number, deviceId?: string) =>
  db
    .deleteFrom('registration')
    .where('id', 'in', (of) =>
      of
        .selectFrom('registration')
        .select('registration.id')
        .where(isRefused)
        .$if(deviceId !== undefined, (row) => row.where('refused_by', '=', deviceId ?? ''))
        .orderBy('decided_at', 'desc')
        .orderBy('id', 'desc')
        .offset(most),
    )
    .execute()

/** Forgets that the product refused this enrolment. */
export const deleteRefused = (db: Db, lookupHash: Buffer) =>
  db.deleteFrom('registration').where('lookup_hash', '=', lookupHash).where(isRefused).execute()

/** A department may be deleted before this transaction reads it: then there is none. */
export async function hasDepartment(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('department').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}

export const lockRegistration = (db: Db, id: string) =>
  db.selectFrom('registration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function findPhoneHash(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('registration').select('phone_hash').where('id', '=', id).executeTakeFirst()
  return row?.phone_hash ?? null
}

export const updateRegistration = (db: Db, id: string, change: Updateable<Database['registration']>) =>
  db.updateTable('registration').set(change).where('id', '=', id).execute()

export const findByLookup = (db: Db, lookupHash: Buffer) =>
  db
    .selectFrom('registration')
    .select(['name', 'state', 'reason', 'was_asked', 'created_at', 'decided_at', 'refused_for'])
    .where('lookup_hash', '=', lookupHash)
    .executeTakeFirst()

/** The person whose registrations are searched. */
export type Applicant = { id: string; phone_hash: Buffer | null }
export const isOf = ({ id, phone_hash }: Applicant) =>
  sql<boolean>`(r.person_id = ${id} or r.phone_hash = ${phone_hash})`

export async function selectRegistrationIdsOf(db: Db, person: Applicant): Promise<string[]> {
  const rows = await db.selectFrom('registration as r').select('r.id').where(isOf(person)).execute()
  return rows.map(({ id }) => id)
}

/** Gives the first portrait of each. */
export async function deleteRegistrationRowsOf(db: Db, person: Applicant): Promise<string[]> {
  const rows = await db.deleteFrom('registration as r').where(isOf(person)).returning('portrait_id').execute()
  return rows.flatMap(({ portrait_id }) => portrait_id ?? [])
}

export const deleteRejected = (db: Db, before: string) =>
  db.deleteFrom('registration').where('state', '=', 'rejected').where('decided_at', '<', before).execute()
