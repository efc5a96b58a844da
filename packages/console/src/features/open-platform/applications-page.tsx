import type { ApplicationSummary } from '@gatehouse/contract/features/open-platform.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, Outlet, useMatches, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { onePage } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateMark, whitelistText } from './application-words.tsx'
import { applicationList } from './open-platform-queries.ts'
import './open-platform.css'

const base = pathTo('openPlatform')
/** Marks a route below the list that takes its place. */
const wholePage = { isWhole: true }

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(applicationList)
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./application-form-panels.tsx')).ApplicationCreatePanel),
  Object.assign(
    lazyPanel(':applicationId', async () => (await import('./application-detail-page.tsx')).ApplicationDetailPage),
    {
      handle: wholePage,
      children: [
        lazyPanel('edit', async () => (await import('./application-form-panels.tsx')).ApplicationEditPanel),
        lazyPanel('domain', async () => (await import('./application-form-panels.tsx')).DomainPanel),
        lazyPanel('keys/:keyId', async () => (await import('./key-panel.tsx')).KeyPanel),
        lazyPanel('webhooks/:webhookId', async () => (await import('./webhook-panel.tsx')).WebhookPanel),
      ],
    },
  ),
]

const columns: readonly ListColumn<ApplicationSummary>[] = [
  {
    key: 'name',
    title: (t) => t('platform:column.name'),
    width: 200,
    isFixed: true,
    cell: ({ id, name }) => (
      <Link className="list-link" to={`${base}/${id}`}>
        {name}
      </Link>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'state',
    title: (t) => t('platform:column.state'),
    width: 250,
    cell: ({ state }, t) => <StateMark state={state} t={t} />,
    csv: ({ state }, t) => t(`platform:state.${state}`),
    card: 'beside',
  },
  {
    key: 'type',
    title: (t) => t('platform:column.type'),
    width: 120,
    cell: ({ type }, t) => t(`platform:type.${type}`),
    csv: ({ type }, t) => t(`platform:type.${type}`),
    card: 'line',
  },
  {
    key: 'domain',
    title: (t) => t('platform:column.domain'),
    width: 220,
    cell: ({ domain }) => domain.join('; ') || '–',
    csv: ({ domain }) => domain.join('; '),
    card: 'line',
  },
  {
    key: 'pending',
    title: (t) => t('platform:column.pending'),
    width: 200,
    cell: ({ pendingDomain }) => pendingDomain.join('; ') || '–',
    csv: ({ pendingDomain }) => pendingDomain.join('; '),
    card: 'line',
  },
  {
    key: 'whitelist',
    title: (t) => t('platform:column.whitelist'),
    width: 280,
    isHidden: true,
    cell: (application, t) => whitelistText(application, t) || '–',
    csv: (application, t) => whitelistText(application, t),
  },
  {
    key: 'keys',
    title: (t) => t('platform:column.keys'),
    width: 80,
    cell: ({ keyCount }) => keyCount,
    csv: ({ keyCount }) => keyCount,
  },
  {
    key: 'webhooks',
    title: (t) => t('platform:column.webhooks'),
    width: 100,
    cell: ({ webhookCount }) => webhookCount,
    csv: ({ webhookCount }) => webhookCount,
  },
]

/** The list, or one application in its place (BU-04). */
export function Component() {
  const isWhole = useMatches().some(({ handle }) => handle === wholePage)
  return isWhole ? <Outlet /> : <ApplicationList />
}

function ApplicationList() {
  const t = useText()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  const applications = useQuery(applicationList)
  const query = useMemo(
    () => ({
      data: applications.data && { items: applications.data },
      error: applications.error,
      isPlaceholderData: false,
      isFetching: applications.isFetching,
      refetch: applications.refetch,
    }),
    [applications],
  )
  const count = applications.data?.length ?? 0
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('platform:add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        isOfList
        title={t('platform:title')}
        purpose={t('platform:purpose')}
        actions={
          <>
            <Button href="/openapi/v1/docs" target="_blank" rel="noreferrer">
              {t('platform:docs')}
            </Button>
            {add}
          </>
        }
      />
      <ListPage<ApplicationSummary>
        name="applications"
        label={t('platform:title')}
        query={query}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={({ id }) => void navigate(`${base}/${id}`)}
        filtered={{ isSet: false, onClear: () => {} }}
        paging={onePage(count)}
        count={t('platform:count', { count })}
        empty={{
          drawing: 'key',
          title: t('platform:empty.title'),
          text: t('platform:empty.text'),
          action: add,
        }}
      />
      <Outlet />
    </>
  )
}
