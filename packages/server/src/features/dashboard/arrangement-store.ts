import { knownWidgets, type Widget } from '@gatehouse/contract/features/dashboard/widgets.ts'
import type { Db } from '../../db/open-database.ts'

/** The arrangement of an account; null if it has none of its own. */
export async function findArrangement(db: Db, accountId: string): Promise<Widget[] | null> {
  const row = await db
    .selectFrom('dashboard_arrangement')
    .select('widgets')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? knownWidgets(row.widgets) : null
}

export async function upsertArrangement(db: Db, accountId: string, widgets: readonly Widget[], at: string) {
  const row = { widgets: JSON.stringify(widgets), changed_at: at }
  await db
    .insertInto('dashboard_arrangement')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export const deleteArrangement = (db: Db, accountId: string) =>
  db.deleteFrom('dashboard_arrangement').where('account_id', '=', accountId).execute()
