import { type BlacklistEntry, listBlacklist, originalKinds } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { groupList } from '../../parts/person/group-list.ts'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { blacklistPath, blacklistColumns } from './blacklist-columns.tsx'
import { blacklistPage, blacklistState } from './blacklist-queries.ts'
import { useDeleteBlacklisted, useMoveOut, useChangeBarrier } from './use-blacklist-actions.tsx'
import './blacklist.css'

const nameOf = ({ name }: BlacklistEntry) => name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(blacklistPage(readUrlState(blacklistState, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('move-in', async () => (await import('./move-in-panel.tsx')).MoveInPanel, 'blacklist.write'),
  lazyPanel('new', async () => (await import('./blacklist-create-panel.tsx')).BlacklistCreatePanel, 'blacklist.write'),
]

/** The blacklist (MAN-05): people with original identity, date and reason. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [state, change] = useUrlState(blacklistState)
  const panel = usePanelRoute(pathTo('blacklist'))
  const people = useQuery(blacklistPage(state))
  const groups = useQuery(groupList('blacklisted'))
  const moveOut = useMoveOut()
  const remove = useDeleteBlacklisted()
  const barrierOf = useChangeBarrier()

  const actions = useMemo<RowAction<BlacklistEntry>[]>(
    () => [
      { key: 'open', label: t('blacklist:action.open'), run: ({ id }) => void navigate(blacklistPath(id)) },
      {
        key: 'moveOut',
        label: t('blacklist:action.moveOut'),
        permission: 'blacklist.write',
        disabledReason: (person) =>
          person.originalKind === null ? t('blacklist:action.noOriginal') : barrierOf(person),
        run: (person) => void moveOut.one(person),
      },
      {
        key: 'delete',
        label: t('blacklist:action.delete'),
        permission: 'blacklist.write',
        isDangerous: true,
        disabledReason: barrierOf,
        run: (person) => void remove.one(person),
      },
    ],
    [t, navigate, moveOut, remove, barrierOf],
  )
  const items = people.data?.items
  const bulk = useMemo<BulkAction[]>(() => {
    const disabledReason = (ids: readonly string[]) =>
      items
        ?.filter(({ id }) => ids.includes(id))
        .map(barrierOf)
        .find(Boolean)
    return [
      {
        key: 'moveOut',
        label: (count) => t('blacklist:action.moveOutMany', { count }),
        permission: 'blacklist.write',
        disabledReason,
        run: (ids, clear) => void moveOut.many(ids, clear),
      },
      {
        key: 'delete',
        label: (count) => t('blacklist:action.deleteMany', { count }),
        permission: 'blacklist.write',
        disabledReason,
        isDangerous: true,
        run: (ids, clear) => void remove.many(ids, clear),
      },
    ]
  }, [t, items, barrierOf, moveOut, remove])
  const add = can('blacklist.write') && (
    <>
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
        {t('blacklist:add')}
      </Button>
      <Button type="primary" icon={<UserSwitchOutlined aria-hidden />} onClick={() => panel.open('move-in')}>
        {t('blacklist:moveIn')}
      </Button>
    </>
  )
  const paging = useKeyPaging(state, people.data?.next, change)
  return (
    <>
      <PageHeader isOfList title={t('blacklist:title')} purpose={t('blacklist:purpose')} actions={add} />
      <ListPage<BlacklistEntry>
        name="blacklist"
        label={t('blacklist:title')}
        query={people}
        columns={blacklistColumns}
        rowName={nameOf}
        onOpen={({ id }) => void navigate(blacklistPath(id))}
        actions={actions}
        bulk={bulk}
        search={{
          value: state.keyword ?? '',
          hint: t('blacklist:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={[
          {
            key: 'original',
            label: t('blacklist:filter.original'),
            options: [...originalKinds, 'none' as const].map((value) => ({
              value,
              label: t(`blacklist:original.${value}`),
            })),
          },
          {
            key: 'groupId',
            label: t('blacklist:filter.group'),
            options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) })),
          },
        ]}
        filtered={{
          isSet: setFilters(state).length > 0,
          onClear: () => change({ keyword: undefined, original: undefined, groupId: undefined }),
        }}
        paging={paging}
        count={countWords(t, people.data)}
        empty={{
          drawing: 'ban',
          title: t('blacklist:empty.title'),
          text: t('blacklist:empty.text'),
        }}
        exportPage={async (after, signal) => {
          const { after: _, ...filters } = state
          const query = { ...filters, size: 200, ...(after ? { after } : {}) }
          const page = await call(listBlacklist, { query }, { signal })
          return { rows: page.items, next: page.next ?? undefined }
        }}
      />
      <Outlet />
    </>
  )
}
