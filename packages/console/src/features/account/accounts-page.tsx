import { type Account, listAccounts } from '@gatehouse/contract/features/accounts.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { roles } from '@gatehouse/contract/permissions.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Outlet, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { accountColumns } from './account-columns.tsx'
import { accountList } from './account-queries.ts'
import { useAccountActions } from './use-account-actions.tsx'

// A role that sees everybody's accounts has the own one elsewhere.
const OwnAccount = laterPart(async () => (await import('./own-account.tsx')).OwnAccount, <DetailSkeleton />)

const schema = listAccounts.query
const rowName = ({ account }: Account) => account

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./account-create-panel.tsx')).AccountCreatePanel, 'account.manage'),
  lazyPanel(':accountId', async () => (await import('./account-panel.tsx')).AccountPanel, 'account.manage'),
  lazyPanel(
    ':accountId/edit',
    async () => (await import('./account-edit-panel.tsx')).AccountEditPanel,
    'account.manage',
  ),
  lazyPanel(
    ':accountId/hand-over',
    async () => (await import('./hand-over-panel.tsx')).HandOverPanel,
    'account.manage',
  ),
]

/** BU-02: a super admin keeps the accounts; everybody else sees the own one. */
export function Component() {
  const can = useCan()
  const t = useText()
  return can('account.manage') ? <Accounts /> : <OwnAccount title={t('accounts:title')} />
}

function Accounts() {
  const t = useText()
  const panel = usePanelRoute(pathTo('account'))
  const [state, change] = useUrlState(schema)
  const query = useQuery(accountList(state))
  const actions = useAccountActions()
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('accounts:add')}
    </Button>
  )
  return (
    <>
      <PageHeader isOfList title={t('accounts:title')} purpose={t('accounts:purpose')} actions={add} />
      <ListPage<Account>
        name="accounts"
        label={t('accounts:title')}
        query={query}
        columns={accountColumns}
        rowName={rowName}
        onOpen={({ id }) => panel.open(id)}
        actions={actions}
        search={{
          value: state.keyword ?? '',
          hint: t('accounts:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={[
          {
            key: 'role',
            label: t('accounts:filter.role'),
            options: roles.map((value) => ({ value, label: t(`frame:role.${value}`) })),
          },
          {
            key: 'state',
            label: t('accounts:filter.state'),
            options: (['active', 'initial-password', 'disabled'] as const).map((value) => ({
              value,
              label: t(`accounts:state.${value}`),
            })),
          },
        ]}
        filtered={{
          isSet: setFilters(state).length > 0,
          onClear: () => change({ keyword: undefined, role: undefined, state: undefined }),
        }}
        paging={pagesOf(state, query.data?.total ?? 0, change)}
        count={t('accounts:total', { count: query.data?.total ?? 0 })}
        empty={{
          drawing: 'card',
          title: t('accounts:empty.title'),
          text: t('accounts:empty.text'),
          action: add,
        }}
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const answer = await call(listAccounts, { query: { ...state, page, size: 200 } }, { signal })
          return { rows: answer.items, next: page * 200 < answer.total ? String(page + 1) : undefined }
        }}
      />
      <Outlet />
    </>
  )
}
