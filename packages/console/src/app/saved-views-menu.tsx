import type { PageName } from '@gatehouse/contract/navigation.ts'
import { FilterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { savedViewsQuery, viewPath, viewQuery } from '../ui/list/saved-views.ts'

const minuteMs = 60_000
/** Of so many views the menu says how many records they have. */
const maxCountedViews = 8

/**
 * The menu asks once a minute how many records each of the first views has; counting other lists would mean reading them. If the file that
 * counts does not come, the menu stands without numbers.
 */
function useViewCounts(
  views: readonly { query: string }[],
  isWanted: boolean,
): ReadonlyMap<string, string> | undefined {
  const queries = views.slice(0, maxCountedViews).map(({ query }) => query)
  const { data } = useQuery({
    queryKey: ['view-counts', queries],
    queryFn: async ({ signal }) => (await import('../features/records/count-views.ts')).countViews(queries, signal),
    enabled: isWanted && queries.length > 0,
    staleTime: minuteMs,
    refetchInterval: minuteMs,
  })
  return data
}

/** Below the menu: the saved views of the list that is shown, one's own and those that others share. */
export function SavedViewsMenu({ page, onChosen }: { page: PageName | undefined; onChosen?: () => void }) {
  const t = useText()
  const [params] = useSearchParams()
  const { data } = useQuery(savedViewsQuery)
  const views = (data ?? []).filter((view) => view.page === page)
  const counts = useViewCounts(views, page === 'signRecord')
  if (views.length === 0) return null
  const query = viewQuery(params)
  return (
    <nav className="menu-views" aria-labelledby="menu-views">
      <p id="menu-views">{t('list:views.title')}</p>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              to={viewPath(view)}
              aria-current={view.query === query ? 'page' : undefined}
              title={view.owner === null ? view.name : t('list:views.by', { name: view.name, owner: view.owner })}
              onClick={onChosen}
            >
              <FilterOutlined aria-hidden />
              <span>{view.name}</span>
              {page === 'signRecord' && counts?.has(view.query) && <small>{counts.get(view.query)}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
