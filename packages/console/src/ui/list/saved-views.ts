import { listSavedViews, type SavedView } from '@gatehouse/contract/features/saved-views/saved-views.ts'
import { queryOf } from '../../api/query.ts'
import { pagePath } from '../../lib/page-path.ts'

export const savedViewsQuery = { ...queryOf(listSavedViews), staleTime: 60_000 }

/** Parameters that are no part of a view: the place in the list, the tab of a panel. */
const passing = new Set(['page', 'after', 'tab'])

/** The query of an address as a view keeps it, in one order. */
export function viewQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([key, value]) => !passing.has(key) && value !== ''))
  kept.sort()
  return kept.toString()
}

export const viewPath = ({ page, query }: Pick<SavedView, 'page' | 'query'>) => ({
  pathname: pagePath(page),
  search: query,
})
