import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../../api/call-error.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { doorWay } from '../../../parts/device/door-way.ts'
import { DoorSign } from '../../../parts/device/door-sign.tsx'
import { DoorStanding, isCalm } from '../../../parts/device/door-standing.tsx'
import { LastFaces } from '../../../parts/device/last-faces.tsx'
import { DoorNow } from '../../../parts/door-now/door-now.tsx'
import { DoorSentence } from '../../../parts/door-now/door-sentence.tsx'
import { useDoorStanding } from '../../../parts/floor-plan/use-door-marks.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { doorDetail, doorRulesOf, rulesAroundOf } from '../site-queries.ts'
import { DoorAction } from './door-action.tsx'
import { DoorEvents } from './door-events.tsx'
import { DoorFloors } from './door-floors.tsx'
import { DoorReaders } from './door-readers.tsx'
import { DoorRuleList } from './door-rule-list.tsx'
import './door.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id === null) return null
    void client.prefetchQuery({ ...doorDetail(id), retry: false })
    void client.prefetchQuery({ ...doorRulesOf(id), retry: false })
    void client.prefetchQuery({ ...rulesAroundOf(id), retry: false })
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('rule/:rule', async () => (await import('./door-rule-panel.tsx')).DoorRulePanel, 'site.write'),
  lazyPanel('floor/new', async () => (await import('./door-floor-panel.tsx')).DoorFloorPanel, 'site.write'),
  lazyPanel('floor/:output', async () => (await import('./door-floor-panel.tsx')).DoorFloorPanel, 'site.write'),
]

/** `/device/sites/door?id=`: one door; its action comes first, then the last faces, then everything else in tabs. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const id = params.get('id')
  const query = useQuery({ ...doorDetail(id ?? ''), enabled: id !== null, retry: false })
  if (query.data) return <DoorDetail key={query.data.id} door={query.data} />
  const isGone = id === null || (query.error instanceof CallError && [400, 404].includes(query.error.status))
  if (isGone) {
    return (
      <EmptyState
        isPage
        title={t('doorPage:missing.title')}
        text={t('doorPage:missing.text')}
        action={<Link to={pathTo('sites')}>{t('doorPage:missing.back')}</Link>}
      />
    )
  }
  if (query.isError) return <ErrorPanel isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <PageHeader title={t('sites:door.title')} />
      <div className="detail-card">
        <DetailSkeleton lines={12} />
      </div>
    </>
  )
}

function DoorDetail({ door }: { door: Door }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { site } = door
  const standing = useDoorStanding(door)
  return (
    <>
      <Link to={pathTo('siteDetail', { query: { id: site.id } })} className="door-back">
        {t('doorPage:back', { site: site.name })}
      </Link>
      <PageHeader
        isThing
        isLarge
        sign={<DoorSign door={door} />}
        title={door.name}
        purpose={
          <>
            <DoorStanding door={door} />
            <DoorSentence
              at={{ doorId: door.id }}
              hasReaders={door.readers.length > 0}
              needs={standing?.needs}
              isAtEase={isCalm(standing?.mark)}
            />
            <span className="door-facts">
              {t('doorPage:purpose', { kind: t(`sites:kind.${door.kind}`), way: doorWay(door, t), site: site.name })}
            </span>
          </>
        }
        actions={
          can('site.write') && (
            <Button
              onClick={() => void navigate(pathTo('siteDetail', { below: `door/${door.id}`, query: { id: site.id } }))}
            >
              {t('doorPage:edit')}
            </Button>
          )
        }
      />
      <div className="door-first">
        <DoorAction door={door} />
        {can('record.read') && <LastFaces at={door.readers.length > 0 ? { doorId: door.id } : null} />}
      </div>
      <div className="detail-card">
        <DetailTabs
          tabs={[
            { key: 'now', label: t('doorNow:tab'), content: <DoorNow door={door} /> },
            { key: 'rules', label: t('doorPage:tab.rules'), content: <DoorRules door={door} /> },
            { key: 'readers', label: t('doorPage:tab.readers'), content: <DoorReaders door={door} /> },
            { key: 'events', label: t('doorPage:tab.events'), content: <DoorEvents door={door} /> },
          ]}
        />
      </div>
      <Outlet />
    </>
  )
}

/** Its rules; of an elevator the floors come first. */
function DoorRules({ door }: { door: Door }) {
  return (
    <>
      {door.kind === 'elevator' && <DoorFloors door={door} />}
      <DoorRuleList door={door} />
    </>
  )
}
