import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { EditOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PersonConsents } from '../../parts/person-page/person-consents.tsx'
import { PersonDoors } from '../../parts/person-page/person-doors.tsx'
import { PersonFacts } from '../../parts/person-page/person-facts.tsx'
import { PersonMenu } from '../../parts/person-page/person-menu.tsx'
import { PersonBlock, PersonFold, PersonPage } from '../../parts/person-page/person-page.tsx'
import { PersonPortraits } from '../../parts/person-page/person-portraits.tsx'
import { PersonSentence } from '../../parts/person-page/person-sentence.tsx'
import { PersonTimeline } from '../../parts/person-page/person-timeline.tsx'
import { PersonStanding } from '../../parts/person/person-standing.tsx'
import { PersonSuspensions } from '../../parts/person/person-suspensions.tsx'
import { SuspendSwitch } from '../../parts/person/suspend-switch.tsx'
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

/** One visitor (MAN-04): what matters in a sentence, what happened, their doors, passes, details and devices. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const visitor = useQuery({ ...visitorDetail(params.get('id') ?? ''), retry: false })
  // also of somebody who was deleted while their page is open
  const isGone = visitor.error instanceof CallError && [400, 404].includes(visitor.error.status)
  if (visitor.data && !isGone) return <VisitorDetail visitor={visitor.data} />
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
  const panel = usePanelRoute(base)
  const shown = {
    id: visitor.id,
    name: visitor.name,
    stamp: `${visitor.version} ${JSON.stringify(visitor.suspension)}`,
    isSuspended: visitor.suspension !== null,
  }
  const isBarred = visitor.status === 'expired' || visitor.suspension?.hasBegun === true
  const mayWrite = can('visitor.write')
  const done = visitor.devices.filter(({ state }) => state === 'done').length
  return (
    <>
      <PersonPage
        name={visitor.name}
        face={{ kind: 'portrait', imageId: visitor.portraitId }}
        meta={<StatusOf status={visitor.status} t={t} />}
        tags={[visitor.company, visitor.purpose]}
        sentence={
          <>
            <PersonStanding suspension={visitor.suspension} />
            <PersonSentence person={shown} isBarred={isBarred} />
          </>
        }
        actions={mayWrite && <Actions visitor={visitor} />}
        main={<PersonTimeline person={shown} />}
        side={
          <>
            {visitor.portraitId === null && (
              <PersonBlock title={t('visitors:detail.noPortraitTitle')}>
                <p className="person-none">{t('visitors:detail.noPortrait')}</p>
                {mayWrite && <Button onClick={() => panel.open('edit')}>{t('visitors:detail.addPortrait')}</Button>}
              </PersonBlock>
            )}
            <PersonDoors person={shown} />
            <PersonBlock title={t('visitors:detail.tab.passes')}>
              <VisitorPasses visitor={visitor} />
            </PersonBlock>
            <Facts visitor={visitor} />
            <PersonConsents person={shown} />
            {visitor.portraitId !== null && (
              <PersonPortraits person={{ ...shown, kind: 'visitor' }} mayWrite={mayWrite} />
            )}
            <PersonFold
              title={t('visitors:detail.tab.devices')}
              hint={t('visitors:detail.devicesHint', { done, total: visitor.devices.length })}
            >
              <VisitorDevices visitor={visitor} />
            </PersonFold>
            {can('person.suspensions') && (
              <PersonFold title={t('shared:suspension.history')}>
                <PersonSuspensions personId={visitor.id} topic="visitors" />
              </PersonFold>
            )}
          </>
        }
      />
      <Outlet />
    </>
  )
}

function Actions({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  const visitorActions = useVisitorActions()
  const toList = () => void navigate(listPath, { replace: true })
  const toBlacklist = {
    key: 'blacklist',
    label: t('visitors:action.blacklist'),
    run: () => void navigate(moveInPath(visitor.id)),
  }
  return (
    <>
      <SuspendSwitch person={visitor} />
      <Button icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
        {t('visitors:action.edit')}
      </Button>
      <PersonMenu
        person={visitor}
        onErased={toList}
        hasPassback
        items={can('blacklist.write') ? [toBlacklist] : []}
        last={[
          {
            key: 'delete',
            label: t('visitors:action.delete'),
            isDangerous: true,
            run: () => void visitorActions.deleteOne(visitor, toList),
          },
        ]}
      />
    </>
  )
}

function Facts({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const can = useCan()
  const { host } = visitor
  return (
    <PersonFacts
      items={[
        { label: t('visitors:form.from'), value: <Instant at={visitor.validFromAt} detail="minute" /> },
        { label: t('visitors:form.to'), value: <Instant at={visitor.validToAt} detail="minute" /> },
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
        { label: t('visitors:column.createdAt'), value: <Instant at={visitor.createdAt} detail="minute" /> },
        { label: t('visitors:detail.updatedAt'), value: <Instant at={visitor.updatedAt} detail="minute" /> },
        { label: t('visitors:detail.id'), value: <CopyText text={visitor.id} what={t('visitors:detail.id')} /> },
      ]}
    />
  )
}
