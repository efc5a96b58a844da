import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { DeleteOutlined, EditOutlined, StopOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PersonLocation } from '../../parts/person/person-location.tsx'
import { PersonPrivacy } from '../../parts/person/person-privacy.tsx'
import { PersonStanding } from '../../parts/person/person-standing.tsx'
import { PersonSuspensions } from '../../parts/person/person-suspensions.tsx'
import { SuspendSwitch } from '../../parts/person/suspend-switch.tsx'
import { PersonRecords } from '../../parts/person/person-records.tsx'
import { useVisitorActions } from './use-visitor-actions.tsx'
import { moveInPath, StatusOf } from './visitor-columns.tsx'
import { VisitorDevices } from './visitor-devices.tsx'
import { VisitorPasses } from './visitor-passes.tsx'
import { visitorDetail } from './visitor-queries.ts'
import './visitors.css'

const base = pathTo('visitorDetail')
const listPath = pathTo('visitor')

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id) void client.prefetchQuery(visitorDetail(id))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./visitor-edit-panel.tsx')).VisitorDetailEditPanel, 'visitor.write'),
]

/** One visitor (MAN-04): profile and period, passes, the devices that know them, their latest records. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const visitor = useQuery({ ...visitorDetail(params.get('id') ?? ''), retry: false })
  if (visitor.data) return <VisitorDetail visitor={visitor.data} />
  if (!visitor.isError) {
    return (
      <>
        <PageHeader title={t('visitors:title')} purpose={t('visitors:detail.purpose')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  const isGone = visitor.error instanceof CallError && [400, 404].includes(visitor.error.status)
  if (!isGone) return <ErrorPanel isPage error={visitor.error} onRetry={() => void visitor.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('visitors:detail.missing.title')}
      text={t('visitors:detail.missing.text')}
      action={<Link to={listPath}>{t('visitors:detail.missing.back')}</Link>}
    />
  )
}

function VisitorDetail({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  const visitorActions = useVisitorActions()
  const mayWrite = can('visitor.write')
  const toList = () => void navigate(listPath, { replace: true })
  return (
    <>
      <PageHeader
        isThing
        title={visitor.name}
        purpose={[visitor.company, visitor.purpose].filter(Boolean).join(' · ')}
        meta={<StatusOf status={visitor.status} t={t} />}
        actions={
          mayWrite && (
            <>
              <SuspendSwitch person={visitor} />
              <PersonPrivacy person={visitor} onErased={toList} />
              {can('blacklist.write') && (
                <Button icon={<StopOutlined aria-hidden />} onClick={() => void navigate(moveInPath(visitor.id))}>
                  {t('visitors:action.blacklist')}
                </Button>
              )}
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => visitorActions.deleteOne(visitor, toList)}
              >
                {t('visitors:action.delete')}
              </Button>
              <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
                {t('visitors:action.edit')}
              </Button>
            </>
          )
        }
      />
      <PersonStanding suspension={visitor.suspension} />
      <PersonLocation person={visitor} />
      <div className="detail-person">
        <aside className="detail-card detail-portrait">
          <FacePicture
            kind="portrait"
            imageId={visitor.portraitId}
            alt={t('list:photo.of', { name: visitor.name })}
            none={t('list:photo.none')}
          />
          {visitor.portraitId === null && (
            <>
              <p>{t('visitors:detail.noPortrait')}</p>
              {mayWrite && <Button onClick={() => panel.open('edit')}>{t('visitors:detail.addPortrait')}</Button>}
            </>
          )}
        </aside>
        <div className="detail-card">
          <DetailTabs
            tabs={[
              { key: 'profile', label: t('visitors:detail.tab.profile'), content: <Profile visitor={visitor} /> },
              { key: 'passes', label: t('visitors:detail.tab.passes'), content: <VisitorPasses visitor={visitor} /> },
              {
                key: 'devices',
                label: t('visitors:detail.tab.devices'),
                content: <VisitorDevices visitor={visitor} />,
              },
              {
                key: 'records',
                label: t('visitors:detail.tab.records'),
                content: <PersonRecords person={visitor} />,
              },
            ]}
          />
        </div>
      </div>
      <Outlet />
    </>
  )
}

function Profile({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const can = useCan()
  const { host } = visitor
  return (
    <>
      <DetailList
        items={[
          { label: t('visitors:form.name'), value: visitor.name },
          { label: t('visitors:column.status'), value: <StatusOf status={visitor.status} t={t} /> },
          { label: t('visitors:form.from'), value: <Instant at={visitor.validFromAt} /> },
          { label: t('visitors:form.to'), value: <Instant at={visitor.validToAt} /> },
          {
            label: t('visitors:form.host'),
            value:
              host &&
              (can('staff.read') ? (
                <Link to={pathTo('staffDetail', { query: { id: host.id } })}>{host.name}</Link>
              ) : (
                host.name
              )),
          },
          { label: t('visitors:form.purpose'), value: visitor.purpose },
          { label: t('visitors:form.company'), value: visitor.company },
          { label: t('visitors:form.groups'), value: visitor.groups.map(({ name }) => groupName(name, t)).join(' · ') },
          {
            label: t('visitors:form.rating'),
            value: visitor.guestRating && t('visitors:form.ratingOf', { rating: String(visitor.guestRating) }),
          },
          { label: t('visitors:form.phone'), value: writtenPhone(visitor.phone) },
          { label: t('visitors:form.email'), value: visitor.email },
          { label: t('visitors:form.idNumber'), value: visitor.idNumber },
          {
            label: t('visitors:form.remark'),
            value: visitor.remark && <span className="visitor-remark">{visitor.remark}</span>,
          },
          { label: t('visitors:column.createdAt'), value: <Instant at={visitor.createdAt} /> },
          { label: t('visitors:detail.updatedAt'), value: <Instant at={visitor.updatedAt} /> },
          { label: t('visitors:detail.id'), value: <CopyText text={visitor.id} what={t('visitors:detail.id')} /> },
        ]}
      />
      <PersonSuspensions personId={visitor.id} topic="visitors" />
    </>
  )
}
