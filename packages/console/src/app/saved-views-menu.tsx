import type { PageName } from '@gatehouse/contract/navigation.ts'
import { FilterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { laterPart } from '../lib/later-part.ts'
import { savedViewsQuery, viewPath, viewQuery } from '../ui/list/saved-views.ts'

/** Records alone can be counted without reading their list. */
const ViewCount = laterPart(async () => (await import('../features/records/view-count.tsx')).ViewCount)

/** Below the menu: the saved views of the list that is shown, one's own and those that others share. */
export function SavedViewsMenu({ page, onChosen }: { page: PageName | undefined; onChosen?: () => void }) {
  const t = useText()
  const [params] = useSearchParams()
  const { data } = useQuery(savedViewsQuery)
  const views = (data ?? []).filter((view) => view.page === page)
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
              {page === 'signRecord' && <ViewCount query={view.query} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
