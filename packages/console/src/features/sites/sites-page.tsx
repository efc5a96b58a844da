import { listSites, type SiteSummary } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import type { RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { siteColumns } from './site-columns.tsx'
import { siteList } from './site-queries.ts'
import { useDeleteSite } from './use-delete-site.tsx'

const schema = listSites.query
const rowName = ({ name }: SiteSummary) => name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(siteList(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./site-form-panel.tsx')).SiteCreatePanel, 'site.write'),
]

/** The sites of the enterprise, each with how much stands there and whose clock it goes by. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(pathTo('sites'))
  const deleteSite = useDeleteSite()
  const [state, change] = useUrlState(schema)
  const query = useQuery(siteList(state))
  const open = ({ id }: SiteSummary) => void navigate(pathTo('siteDetail', { query: { id } }))
  const actions = useMemo<readonly RowAction<SiteSummary>[]>(
    () => [
      {
        key: 'open',
        label: t('sites:action.open'),
        run: ({ id }) => void navigate(pathTo('siteDetail', { query: { id } })),
      },
      {
        key: 'edit',
        label: t('sites:action.edit'),
        permission: 'site.write',
        run: ({ id }) => void navigate(pathTo('siteDetail', { below: 'edit', query: { id } })),
      },
      {
        key: 'delete',
        label: t('sites:action.delete'),
        permission: 'site.write',
        isDangerous: true,
        run: (site) => void deleteSite(site),
      },
    ],
    [t, navigate, deleteSite],
  )
  const add = can('site.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('sites:add')}
    </Button>
  )
  const total = query.data?.total ?? 0
  return (
    <>
      <PageHeader isOfList title={t('sites:title')} purpose={t('sites:purpose')} actions={add} />
      <ListPage<SiteSummary>
        name="sites"
        label={t('sites:title')}
        query={query}
        columns={siteColumns}
        rowName={rowName}
        onOpen={open}
        actions={actions}
        search={{
          value: state.keyword ?? '',
          hint: t('sites:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filtered={{ isSet: setFilters(state).length > 0, onClear: () => change({ keyword: undefined }) }}
        sort={{
          by: state.sort,
          order: state.order,
          onChange: (by, order) => {
            const sort = schema.shape.sort.safeParse(by)
            if (sort.success) change({ sort: sort.data, order })
          },
        }}
        paging={pagesOf(state, total, change)}
        count={t('sites:total', { count: total })}
        empty={{
          drawing: 'building',
          title: t('sites:empty.title'),
          text: t(add ? 'sites:empty.text' : 'sites:empty.seen'),
          action: add || undefined,
        }}
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const found = await call(listSites, { query: { ...state, page, size: 200 } }, { signal })
          return { rows: found.items, next: page * 200 < found.total ? String(page + 1) : undefined }
        }}
      />
      <Outlet />
    </>
  )
}
