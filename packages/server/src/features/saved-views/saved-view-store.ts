import { AppError } from '@gatehouse/contract/errors.ts'
import { takeLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

type ViewRow = { account_id: string; page: string; name: string; query: string; is_shared: boolean }

/** Two views saved at once would otherwise both find room for the last one. */
export const lockViews = (db: Db) => takeLock(db, 'savedViews')

export const findView = (db: Db, id: string) =>
  db
    .selectFrom('saved_view')
    .select(['id', 'account_id', 'page', 'name', 'query', 'is_shared'])
    .where('id', '=', id)
    .executeTakeFirst()

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'saved_view__name')) throw new AppError('view.name-taken')
  throw error
}

export const insertView = (db: Db, view: ViewRow) =>
  db.insertInto('saved_view').values(view).returning('id').executeTakeFirstOrThrow().catch(refuseTakenName)

export const updateView = (db: Db, id: string, change: Partial<Pick<ViewRow, 'name' | 'query' | 'is_shared'>>) =>
  db
    .updateTable('saved_view')
    .set({ ...change, id })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)

export const deleteViewRow = (db: Db, id: string) => db.deleteFrom('saved_view').where('id', '=', id).execute()

export async function countOwnViews(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_view')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countSharedViews(db: Db, page: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_view')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('page', '=', page)
    .where('is_shared', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
