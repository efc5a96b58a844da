import type { PageName } from '@gatehouse/contract/navigation.ts'
import type { SavedView } from '@gatehouse/contract/features/saved-views/saved-views.ts'
import type { Db } from '../../db/open-database.ts'

type Asked = { accountId: string; pages: readonly PageName[]; id?: string }

/** The own views and the shared ones, of the pages that the asking role may open; those of a page that is gone are left out. */
export async function readViews(db: Db, { accountId, pages, id }: Asked): Promise<SavedView[]> {
  if (pages.length === 0) return []
  const rows = await db
    .selectFrom('saved_view')
    .innerJoin('account', 'account.id', 'saved_view.account_id')
    .select([
      'saved_view.id',
      'saved_view.page',
      'saved_view.name',
      'saved_view.query',
      'saved_view.is_shared',
      'saved_view.account_id',
      'account.name as owner',
    ])
    .where('saved_view.page', 'in', pages)
    .where((where) =>
      where.or([where('saved_view.account_id', '=', accountId), where('saved_view.is_shared', '=', true)]),
    )
    .$if(id !== undefined, (query) => query.where('saved_view.id', '=', id ?? ''))
    .orderBy('saved_view.name')
    .orderBy('saved_view.id')
    .execute()
  return rows.flatMap((row) => {
    const page = pages.find((one) => one === row.page)
    if (!page) return []
    const owner = row.account_id === accountId ? null : row.owner
    return [{ id: row.id, page, name: row.name, query: row.query, isShared: row.is_shared, owner }]
  })
}
