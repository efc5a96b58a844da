import { listVisitors, type VisitorSummary, visitorStatuses } from '@gatehouse/contract/features/visitors.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { MailOutlined, PlusOutlined, QrcodeOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { askAgain } from '../../api/ask-again.ts'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useAskOnHints } from '../../api/use-ask-on-hints.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { groupList } from '../../parts/person/group-list.ts'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useSuspend } from '../../parts/person/use-suspend.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useVisitorActions } from './use-visitor-actions.tsx'
import { moveInPath, visitorPath, visitorColumns } from './visitor-columns.tsx'
import { NextVisit } from './next-visit.tsx'
import { useMovesOn } from './use-moves-on.ts'
import { tabOf, visitorList, visitorListState, visitorQuery, type VisitorTab } from './visitor-queries.ts'
import { VisitorTabs } from './visitor-tabs.tsx'
import './visitors.css'

/** Most who come have nothing to answer. */
const WaitingVisits = laterPart(async () => (await import('./visits-panel.tsx')).WaitingVisits)

const nameOf = ({ name }: VisitorSummary) => name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const state = readUrlState(visitorListState, new URL(request.url).searchParams)
    if (tabOf(state) !== 'waiting') void client.prefetchQuery(visitorList(state))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel(
    'new/:preset?',
    async () => (await import('./visitor-create-panel.tsx')).VisitorCreatePanel,
    'visitor.write',
  ),
  lazyPanel('invite', async () => (await import('./visit-invite-panel.tsx')).VisitInvitePanel, 'visitor.write'),
  lazyPanel('visits', async () => (await import('./visits-panel.tsx')).VisitsPanel),
  lazyPanel('reception', async () => (await import('./reception-panel.tsx')).ReceptionPanel, 'visitor.write'),
  lazyPanel(
    ':visitorId/edit',
    async () => (await import('./visitor-edit-panel.tsx')).VisitorEditPanel,
    'visitor.write',
  ),
]

/** Visitors (MAN-04), today's first, with their status, and the ways in: by hand, by invitation, by the code at the reception. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [state, change] = useUrlState(visitorListState)
  const panel = usePanelRoute(pathTo('visitor'))
  const tab = tabOf(state)
  const isWaiting = tab === 'waiting'
  const visitors = useQuery({ ...visitorList(state), enabled: !isWaiting })
  useFollowsInside(tab === 'here')
  useMovesOn(visitors.data?.items)
  const groups = useQuery({ ...groupList('visitor'), enabled: can('visitor-group.read') })
  const visitorActions = useVisitorActions()
  const { suspend, resume } = useSuspend()
  const mayWrite = can('visitor.write')

  const actions = useMemo<RowAction<VisitorSummary>[]>(
    () => [
      { key: 'open', label: t('visitors:action.open'), run: ({ id }) => void navigate(visitorPath(id)) },
      {
        key: 'edit',
        label: t('visitors:action.edit'),
        permission: 'visitor.write',
        run: ({ id }) => panel.open(`${id}/edit`),
      },
      {
        key: 'suspend',
        label: ({ suspension }) => t(suspension ? 'shared:suspension.resume' : 'shared:suspension.suspend'),
        permission: 'person.suspend',
        run: ({ id, name, suspension }) => void (suspension ? resume : suspend)({ ids: [id], name }),
      },
      {
        key: 'blacklist',
        label: t('visitors:action.blacklist'),
        permission: 'blacklist.write',
        run: ({ id }) => void navigate(moveInPath(id)),
      },
      {
        key: 'delete',
        label: t('visitors:action.delete'),
        permission: 'visitor.write',
        isDangerous: true,
        run: (visitor) => void visitorActions.deleteOne(visitor),
      },
    ],
    [t, navigate, panel, visitorActions, suspend, resume],
  )
  const bulk = useMemo<BulkAction[]>(
    () => [
      {
        key: 'extend',
        label: (count) => t('visitors:action.extendMany', { count }),
        permission: 'visitor.write',
        run: (ids, clear) => visitorActions.extendMany(ids, clear),
      },
      {
        key: 'group',
        label: (count) => t('visitors:action.groupMany', { count }),
        permission: 'visitor.write',
        run: (ids, clear) => visitorActions.groupMany(ids, clear),
      },
      {
        key: 'suspend',
        label: (count) => t('shared:suspension.suspendMany', { count }),
        permission: 'person.suspend',
        run: (ids, clear) => void suspend({ ids }, clear),
      },
      {
        key: 'resume',
        label: (count) => t('shared:suspension.resumeMany', { count }),
        permission: 'person.suspend',
        run: (ids, clear) => void resume({ ids }, clear),
      },
      {
        key: 'delete',
        label: (count) => t('visitors:action.deleteMany', { count }),
        permission: 'visitor.write',
        isDangerous: true,
        run: (ids, clear) => void visitorActions.deleteMany(ids, clear),
      },
    ],
    [t, visitorActions, suspend, resume],
  )
  const invite = mayWrite && (
    <Button type="primary" icon={<MailOutlined aria-hidden />} onClick={() => panel.open('invite')}>
      {t('visitors:invite')}
    </Button>
  )
  const { shown: _, ...filters } = state
  const isFiltered = setFilters(filters).length > 0
  const paging = useKeyPaging(state, visitors.data?.next, (next) =>
    change('after' in next && tab === 'today' ? { ...next, shown: 'today' } : next),
  )
  const deed = (name: 'today' | 'tomorrow', type: 'primary' | 'default') => (
    <Button type={type} onClick={() => panel.open(`new/${name}`)}>
      {t(`visitors:empty.${name}`)}
    </Button>
  )
  const emptyDeeds: Record<VisitorTab, ReactNode> = {
    today: (
      <span className="visit-deeds">
        {deed('today', 'primary')}
        {deed('tomorrow', 'default')}
        <Button onClick={() => panel.open('reception')}>{t('visitors:empty.code')}</Button>
      </span>
    ),
    here: undefined,
    waiting: undefined,
    all: invite,
  }
  const isToday = tab === 'today'
  // an address with a filter alone is one of everybody
  const also = isToday ? { shown: 'today' } : undefined
  const leaving = isToday ? { shown: undefined } : {}
  const list = (
    <ListPage<VisitorSummary>
      name="visitors"
      label={t('visitors:title')}
      query={visitors}
      columns={visitorColumns}
      rowName={nameOf}
      onOpen={({ id }) => void navigate(visitorPath(id))}
      actions={actions}
      bulk={bulk}
      search={{
        value: state.keyword ?? '',
        hint: t('visitors:searchHint'),
        // somebody of a name is looked for among everybody, whatever the day
        onSearch: (keyword) => change({ keyword: keyword || undefined, ...leaving }, { replace: true }),
      }}
      filters={[
        {
          key: 'status',
          also,
          label: t('visitors:filter.status'),
          options: visitorStatuses.map((value) => ({ value, label: t(`visitors:status.${value}`) })),
        },
        {
          key: 'groupId',
          also,
          label: t('visitors:filter.group'),
          options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) })),
        },
      ]}
      filtered={{
        isSet: isFiltered,
        // one stays among everybody, also where only the filter led there
        onClear: () => change({ ...noFilters, shown: isToday ? undefined : tab }),
      }}
      paging={paging}
      count={countWords(t, visitors.data)}
      empty={{ drawing: 'door', ...emptyWords(tab, t), action: mayWrite ? emptyDeeds[tab] : undefined }}
      foot={isToday && <NextVisit />}
      exportPage={async (place, signal) => {
        const page = await call(
          listVisitors,
          { query: { ...visitorQuery(state), after: place, size: 200 } },
          { signal },
        )
        return { rows: page.items, next: page.next ?? undefined }
      }}
    />
  )
  return (
    <>
      <PageHeader
        isOfList
        title={t('visitors:title')}
        purpose={t('visitors:purpose')}
        actions={
          <>
            <Button icon={<UserSwitchOutlined aria-hidden />} onClick={() => panel.open('visits')}>
              {t('visitors:visits')}
            </Button>
            {mayWrite && (
              <>
                <Button icon={<QrcodeOutlined aria-hidden />} onClick={() => panel.open('reception')}>
                  {t('visitors:reception')}
                </Button>
                <Button icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
                  {t('visitors:add')}
                </Button>
              </>
            )}
            {invite}
          </>
        }
      />
      <VisitorTabs chosen={tab} isFiltered={isFiltered} />
      {isWaiting ? <WaitingVisits /> : list}
      <Outlet />
    </>
  )
}

const noFilters = { keyword: undefined, status: undefined, groupId: undefined, hostId: undefined }

function emptyWords(tab: VisitorTab, t: Text) {
  if (tab === 'today') return { title: t('visitors:empty.todayTitle'), text: t('visitors:empty.todayText') }
  if (tab === 'here') return { title: t('visitors:empty.hereTitle'), text: t('visitors:empty.hereText') }
  return { title: t('visitors:empty.title'), text: t('visitors:empty.text') }
}

const isOfInside = (topic: LiveTopic) => topic === 'inside'

/** The list of those who are here follows the doors, which hint at no visitor. */
function useFollowsInside(isWanted: boolean) {
  const client = useQueryClient()
  const ask = useCallback(
    async () => (isWanted ? askAgain(client, queryOf(listVisitors).queryKey.slice(0, 2)) : undefined),
    [client, isWanted],
  )
  useAskOnHints(ask, isOfInside)
}
