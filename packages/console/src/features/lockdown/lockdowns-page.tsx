import { type Lockdown, listLockdowns, updateLockdownRules } from '@gatehouse/contract/features/lockdown.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { type LoaderFunction, Outlet, type RouteObject } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { ActingSwitch } from '../../ui/form/acting-switch.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import type { RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, useUrlState } from '../../ui/list/list-url-state.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { lockdownColumns } from './lockdown-columns.tsx'
import { lockdownList, lockdownRulesQuery } from './lockdown-queries.ts'
import { whatOf } from './lockdown-words.ts'
import './lockdown.css'

const BeginPanel = laterPart(async () => (await import('./begin-panel.tsx')).BeginPanel)

const schema = listLockdowns.query

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(lockdownList(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel(':lockdownId', async () => (await import('./lockdown-panel.tsx')).LockdownPanel),
]

/** Lockdowns and emergency opens of now and of before. */
export function Component() {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('lockdowns'))
  const [state, change] = useUrlState(schema)
  const [isBeginning, setIsBeginning] = useState(false)
  const query = useQuery(lockdownList(state))
  const actions = useMemo<readonly RowAction<Lockdown>[]>(
    () => [{ key: 'open', label: t('lockdown:action.open'), run: ({ id }) => panel.open(id) }],
    [t, panel],
  )
  const total = query.data?.total ?? 0
  const begin = can('lockdown.write') && <Button onClick={() => setIsBeginning(true)}>{t('lockdown:begin')}</Button>
  return (
    <>
      <PageHeader isOfList title={t('lockdown:title')} purpose={t('lockdown:purpose')} actions={begin} />
      <ListPage<Lockdown>
        name="lockdowns"
        label={t('lockdown:title')}
        query={query}
        columns={lockdownColumns}
        rowName={(lockdown) => whatOf(lockdown, t)}
        onOpen={({ id }) => panel.open(id)}
        actions={actions}
        beside={<Rules />}
        filtered={{ isSet: false, onClear: () => undefined }}
        paging={pagesOf(state, total, change)}
        count={t('lockdown:total', { count: total })}
        empty={{
          drawing: 'lock',
          title: t('lockdown:empty.title'),
          text: t('lockdown:empty.text'),
          action: begin || undefined,
        }}
      />
      {isBeginning && <BeginPanel onClose={() => setIsBeginning(false)} />}
      <Outlet />
    </>
  )
}

/** Whether two people release; who may not change it sees how it is set. */
function Rules() {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const { data } = useQuery(lockdownRulesQuery)
  const [isBusy, setIsBusy] = useState(false)
  if (!data) return null
  const mayChange = can('lockdown.rules')
  const change = async (needsTwoPeople: boolean) => {
    setIsBusy(true)
    try {
      await callAndRefresh(updateLockdownRules, { body: { needsTwoPeople } })
      toast.done(t(needsTwoPeople ? 'lockdown:rules.on' : 'lockdown:rules.off'))
    } catch (error) {
      toast.failed(error)
    }
    setIsBusy(false)
  }
  return (
    <label className="lockdown-rules" title={t('lockdown:rules.text')}>
      <ActingSwitch
        checked={data.needsTwoPeople}
        isBusy={isBusy}
        disabled={!mayChange}
        onChange={(isOn) => void change(isOn)}
      />
      <span>
        {t('lockdown:rules.title')}
        {!mayChange && <small>{t('lockdown:rules.whoMay')}</small>}
      </span>
    </label>
  )
}
