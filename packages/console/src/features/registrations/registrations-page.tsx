import { type Registration, registrationStates } from '@gatehouse/contract/features/registrations.ts'
import { QrcodeOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Outlet, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { registrationColumns } from './registration-columns.tsx'
import { registrationList, registrationListState, registrationsPath } from './registration-queries.ts'
import { useDecide } from './use-decide.tsx'
import './registrations.css'

const VisitRequests = laterPart(async () => (await import('./visit-requests.tsx')).VisitRequests, <DetailSkeleton />)

const nameOf = ({ name }: Registration) => name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(registrationList(readUrlState(registrationListState, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('code', async () => (await import('./registration-code-panel.tsx')).RegistrationCodePanel),
  lazyPanel(':registrationId', async () => (await import('./registration-panel.tsx')).RegistrationPanel),
]

/** People who registered themselves, to be approved or rejected (MAN-06). */
export function Component() {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(registrationsPath)
  const [state, change] = useUrlState(registrationListState)
  const query = useQuery(registrationList(state))
  const decide = useDecide()
  const actions = useMemo<RowAction<Registration>[]>(
    () => [{ key: 'open', label: t('registrations:action.open'), run: ({ id }) => panel.open(id) }],
    [t, panel],
  )
  const bulk = useMemo<BulkAction[]>(
    () => [
      {
        key: 'approve',
        label: (count) => t('registrations:approveMany', { count }),
        permission: 'registration.write',
        run: decide.approve,
      },
      {
        key: 'reject',
        label: (count) => t('registrations:rejectMany', { count }),
        permission: 'registration.write',
        isDangerous: true,
        run: decide.reject,
      },
    ],
    [t, decide],
  )
  const total = query.data?.total ?? 0
  const code = can('registration.write') ? (
    <Button type="primary" icon={<QrcodeOutlined aria-hidden />} onClick={() => panel.open('code')}>
      {t('shared:registrationCode.title')}
    </Button>
  ) : null
  const staff = (
    <ListPage<Registration>
      name="registrations"
      label={t('registrations:title')}
      query={query}
      columns={registrationColumns}
      rowName={nameOf}
      onOpen={({ id }) => panel.open(id)}
      actions={actions}
      bulk={bulk}
      search={{
        value: state.keyword ?? '',
        hint: t('registrations:searchHint'),
        onSearch: (keyword) => change({ keyword }, { replace: true }),
      }}
      filters={[
        {
          key: 'state',
          label: t('registrations:state.label'),
          options: registrationStates.map((value) => ({ value, label: t(`registrations:state.${value}`) })),
        },
      ]}
      filtered={{
        isSet: setFilters(state).length > 0,
        onClear: () => change({ keyword: undefined, state: undefined }),
      }}
      paging={pagesOf(state, total, change)}
      count={t('registrations:total', { count: total })}
      empty={{
        drawing: 'phone',
        title: t('registrations:empty.title'),
        text: t('registrations:empty.text'),
        action: code,
      }}
    />
  )
  return (
    <>
      <PageHeader isOfList title={t('registrations:title')} purpose={t('registrations:purpose')} actions={code} />
      {can('visitor.read') ? (
        <DetailTabs
          tabs={[
            { key: 'staff', label: t('registrations:tab.staff'), content: staff },
            { key: 'visitors', label: t('registrations:tab.visitors'), content: <VisitRequests /> },
          ]}
        />
      ) : (
        staff
      )}
      <Outlet />
    </>
  )
}
