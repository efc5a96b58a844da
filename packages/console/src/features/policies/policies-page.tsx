import { deletePolicies, listPolicies, type Policy } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { Outlet, useLocation, useMatches, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { deviceFilter } from '../../parts/device/device-filter.ts'
import { groupList } from '../../parts/person/group-list.ts'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { timetableFilter } from '../../parts/passage/timetable-filter.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DeletionEffects } from './deletion-effect-list.tsx'
import { policyColumns } from './policy-columns.tsx'
import { PolicyHintList } from './policy-hint-list.tsx'
import { policyHintsQuery, policyList } from './policy-queries.ts'
import { PolicyView } from './policy-view.tsx'
import { Segments } from '../../ui/page/segments.tsx'
import './policies.css'

const schema = listPolicies.query
/** The list has an address of its own; so have its searches and filters, wherever they are linked from. */
export const policyListPath = pathTo('policies', { below: 'list' })

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === pathTo('policies') && !isOfList(searchParams)) {
      MatrixByDefault.ahead()
      return null
    }
    void client.prefetchQuery(policyList(readUrlState(schema, searchParams)))
    void client.prefetchQuery(policyHintsQuery)
    return null
  }

/** Whether an address asks for something that only the list has. */
const isOfList = (params: URLSearchParams) => Object.keys(schema.shape).some((key) => params.has(key))

/** Marks the route below the list that replaces it, while the others cover it. */
const wholePage = { isWhole: true }

const loadMatrix = async () => (await import('./matrix/matrix-page.tsx')).MatrixPage
const MatrixByDefault = laterPart(loadMatrix, <DetailSkeleton lines={12} />)

/** Over the list, whose address they keep; addresses without it lead to the same. */
const panelsBelow = (base: string) => [
  lazyPanel(`${base}new`, async () => (await import('./policy-create-panel.tsx')).PolicyCreatePanel),
  lazyPanel(`${base}delete`, async () => (await import('./policy-delete-panel.tsx')).PolicyDeletePanel),
  lazyPanel(`${base}why`, async () => (await import('./access-explanation-panel.tsx')).AccessExplanationPanel),
  lazyPanel(`${base}:policyId/edit`, async () => (await import('./policy-edit-panel.tsx')).PolicyEditPanel),
]

export const children: RouteObject[] = [
  Object.assign(lazyPanel('matrix', loadMatrix), { handle: wholePage }),
  { path: 'list', element: null },
  ...panelsBelow('list/'),
  ...panelsBelow(''),
]

/** Groups by doors, unless the address is that of the list, or filters it; then the list with what is open over it. */
export function Component() {
  const isWhole = useMatches().some(({ handle }) => handle === wholePage)
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  if (isWhole) return <Outlet />
  if (pathname !== pathTo('policies') || isOfList(params)) return <PolicyList />
  return <MatrixByDefault />
}

/** The policies: which group passes which door by which timetable (PASS-02). */
function PolicyList() {
  const t = useText()
  const can = useCan()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const panel = usePanelRoute(policyListPath)
  const [state, change] = useUrlState(schema)
  const query = useQuery(policyList(state))
  const groups = useQuery(groupList())
  const rows = query.data?.items
  const rowName = useCallback(({ device, group }: Policy) => `${device.name} – ${groupName(group.name, t)}`, [t])
  const remove = useCallback(
    (policies: readonly Policy[], clear: () => void) =>
      void confirmDelete({
        title: t('policies:delete.title', { count: policies.length }),
        text: t('policies:delete.text'),
        action: t('policies:delete.button', { count: policies.length }),
        extra: <DeletionEffects policies={policies} />,
        ends: policies.map(({ id }) => id),
        run: async () => {
          await callAndRefresh(deletePolicies, { body: { ids: policies.map(({ id }) => id) } })
          toast.done(t('policies:delete.done', { count: policies.length }))
          clear()
        },
      }),
    [confirmDelete, t, toast],
  )
  const actions = useMemo<readonly RowAction<Policy>[]>(
    () => [
      {
        key: 'edit',
        label: t('policies:action.edit'),
        permission: 'policy.write',
        run: ({ id }) => panel.open(`${id}/edit`),
      },
      {
        key: 'delete',
        label: t('policies:action.delete'),
        permission: 'policy.write',
        isDangerous: true,
        run: (policy) => remove([policy], () => {}),
      },
    ],
    [t, panel, remove],
  )
  const bulk = useMemo<readonly BulkAction[]>(
    () => [
      {
        key: 'delete',
        label: (count) => t('policies:delete.button', { count }),
        permission: 'policy.write',
        isDangerous: true,
        run: (ids, clear) =>
          remove(
            (rows ?? []).filter(({ id }) => ids.includes(id)),
            clear,
          ),
      },
    ],
    [t, rows, remove],
  )
  const add = can('policy.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('policies:add')}
    </Button>
  )
  const groupChoices = (groups.data ?? [])
    .filter(({ kind }) => kind !== 'blacklisted')
    .map(({ id, name }) => ({ value: id, label: groupName(name, t) }))
  // The order is no filter: it is set by a switch that is always there.
  const { by, ...filterState } = state
  return (
    <>
      <PageHeader
        isOfList
        title={t('policies:title')}
        purpose={t('policies:purpose')}
        actions={
          <>
            <PolicyView shown="list" />
            <Button onClick={() => panel.open('why')}>{t('policies:why.action')}</Button>
            {add}
            {can('policy.write') && (
              <HeadMenu
                entries={[
                  {
                    key: 'delete',
                    label: t('policies:delete.action'),
                    isDangerous: true,
                    run: () => panel.open('delete'),
                  },
                ]}
              />
            )}
          </>
        }
      />
      <ListPage<Policy>
        name="policies"
        label={t('policies:title')}
        query={query}
        columns={policyColumns}
        rowName={rowName}
        actions={actions}
        bulk={bulk}
        {...(can('policy.write') ? { onOpen: ({ id }: Policy) => panel.open(`${id}/edit`) } : {})}
        search={{
          value: state.keyword ?? '',
          hint: t('policies:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={[
          { key: 'deviceId', label: t('policies:column.device'), source: deviceFilter },
          { key: 'groupId', label: t('policies:column.group'), options: groupChoices },
          { key: 'timetableId', label: t('policies:column.timetable'), source: timetableFilter },
        ]}
        beside={
          <Segments
            label={t('policies:by.label')}
            value={by}
            options={[
              { value: 'device', label: t('policies:by.device') },
              { value: 'group', label: t('policies:by.group') },
            ]}
            onChange={(value) => change({ by: value === 'group' ? 'group' : 'device' })}
          />
        }
        filtered={{
          isSet: setFilters(filterState).length > 0,
          onClear: () =>
            change({ keyword: undefined, deviceId: undefined, groupId: undefined, timetableId: undefined }),
        }}
        paging={pagesOf(state, query.data?.total ?? 0, change)}
        count={t('policies:total', { count: query.data?.total ?? 0 })}
        empty={{
          drawing: 'shield',
          title: t('policies:empty.title'),
          text: t('policies:empty.text'),
          action: add || undefined,
        }}
        notice={<PolicyHintList />}
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const { items, total } = await call(listPolicies, { query: { ...state, page, size: 200 } }, { signal })
          return { rows: items, next: page * 200 < total ? String(page + 1) : undefined }
        }}
      />
      <Outlet />
    </>
  )
}
