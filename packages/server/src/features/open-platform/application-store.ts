import { AppError } from '@gatehouse/contract/errors.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

/** The number of applications; nobody adds one until the caller's transaction ends. */
export async function lockApplications(db: Db): Promise<number> {
  await sql`lock table open_application in share row exclusive mode`.execute(db)
  const { count } = await db
    .selectFrom('open_application')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws AppError open-platform.name-taken */
export async function insertApplication(db: Db, row: Insertable<Database['open_application']>): Promise<string> {
  const { id } = await refuseTakenName(
    db.insertInto('open_application').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

/** @throws AppError open-platform.name-taken */
export const updateApplicationRow = (db: Db, id: string, change: Updateable<Database['open_application']>) =>
  refuseTakenName(db.updateTable('open_application').set(change).where('id', '=', id).execute())

export const deleteApplicationRow = (db: Db, id: string) =>
  db.deleteFrom('open_application').where('id', '=', id).execute()

/** The application, locked for this transaction. */
export const lockApplication = (db: Db, id: string) =>
  db.selectFrom('open_application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Approved names and addresses that are valid at this time: the domain first, then those that it has replaced. */
export const selectDomains = (db: Db, applicationIds: readonly string[], now: string) =>
  db
    .selectFrom('open_domain')
    .select(['application_id', 'entry', 'valid_to'])
    .where('application_id', 'in', [...applicationIds])
    .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>', now)]))
    .orderBy(sql`valid_to desc nulls first`)
    .orderBy('position')
    .execute()

/** Makes these the domain of an application; the earlier ones stay valid until `oldValidTo`. */
export async function replaceDomain(db: Db, applicationId: string, entries: readonly string[], oldValidTo: string) {
  await db
    .updateTable('open_domain')
    .set({ valid_to: oldValidTo })
    .where('application_id', '=', applicationId)
    .where('valid_to', 'is', null)
    .execute()
  await db
    .insertInto('open_domain')
    .values(entries.map((entry, position) => ({ application_id: applicationId, entry, position, valid_to: null })))
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'entry']).doUpdateSet((set) => ({
        valid_to: null,
        position: set.ref('excluded.position'),
      })),
    )
    .execute()
}

/** The number of keys of an application; nobody adds one until the caller's transaction ends, which locks its row. */
export async function countOf(db: Db, table: 'open_key' | 'webhook', applicationId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow()
  return count
}

async function refuseTakenName<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (violates(error, 'open_application__name')) throw new AppError('open-platform.name-taken')
    throw error
  }
}
