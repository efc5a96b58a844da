import type { DashboardFigures } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { changeCommonSettings, commonSettings } from '../../lib/common-settings.ts'
import { companyTime } from '../../lib/format-date.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/use-can.ts'
import { useIsDrawn } from '../../lib/use-is-drawn.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { AttentionCard } from './attention-card.tsx'
import { dashboardQuery, exhibitionQuery } from './dashboard-queries.ts'
import { DevicesCard } from './devices-card.tsx'
import { DoorAlarmsCard } from './door-alarms-card.tsx'
import { Exhibition } from './exhibition.tsx'
import { setupPermissions, isGone, rememberGone } from './setup-checklist-wanted.ts'
import { HoursCard } from './hours-card.tsx'
import { Notices } from './notices.tsx'
import { TodayTiles } from './today-tiles.tsx'
import { useCommonSettings, useFollowed } from './use-followed.ts'
import { YesterdayCard } from './yesterday-card.tsx'
import './dashboard.css'

// Most companies have taken them long ago.
const WithSetupChecklist = lazy(async () => ({
  default: (await loadChunk(() => import('./setup-checklist.tsx'))).WithSetupChecklist,
}))

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    if (commonSettings().exhibitionMode === '1') void client.prefetchQuery(exhibitionQuery)
    else void client.prefetchQuery(dashboardQuery)
    return null
  }

/** Panels of the dashboard: `/dashboard/settings`, `/dashboard/storage`. */
export const children: RouteObject[] = [
  lazyPanel('settings', async () => (await import('./common-settings-panel.tsx')).CommonSettingsPanel),
  lazyPanel('storage', async () => (await import('./storage-panel.tsx')).StoragePanel, 'service-config.manage'),
]

/** Present events and waiting tasks; in exhibition mode the display of a lobby. */
export function Component() {
  return useCommonSettings().exhibitionMode === '1' ? <Exhibition /> : <Board />
}

/** The whole screen where the browser lets us; the view is the same without. */
function beginExhibition() {
  document.documentElement.requestFullscreen?.().catch(() => undefined)
  changeCommonSettings({ exhibitionMode: '1' })
}

function Board() {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const { isLive, refetchInterval } = useFollowed('dashboard')
  const { data, error, refetch } = useQuery({ ...dashboardQuery, refetchInterval })
  const can = useCan()
  const isSetUp = data?.isSetUp
  useEffect(() => {
    if (isSetUp) rememberGone()
  }, [isSetUp])
  const wantsChecklist = isSetUp === false && !isGone() && can(setupPermissions)
  const waiting = <Skeleton label={t('dashboard:loading')} />
  const notices = data && <Notices figures={data} />
  const figures = data && <Figures figures={data} t={t} />
  return (
    <>
      <PageHeader
        title={t('dashboard:hello', { name: user?.name ?? '' })}
        purpose={t(can('attendance.read') ? 'dashboard:purpose' : 'dashboard:purposeToday')}
        meta={
          <StatusMark meaning={isLive ? 'good' : 'waiting'}>
            {isLive ? t('dashboard:line.live') : t('dashboard:line.asking', { seconds: refetchInterval / 1000 })}
          </StatusMark>
        }
        actions={
          <>
            <Button onClick={() => void navigate(pathTo('dashboard', { below: 'settings' }))}>
              {t('dashboard:settings.title')}
            </Button>
            <Button onClick={beginExhibition}>{t('dashboard:exhibition.begin')}</Button>
          </>
        }
      />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && waiting}
      {wantsChecklist ? (
        <Suspense fallback={waiting}>
          <WithSetupChecklist above={notices} below={figures} waiting={waiting} />
        </Suspense>
      ) : (
        <>
          {notices}
          {figures}
        </>
      )}
      {data && error && (
        <p className="board-late" role="status">
          <Dated>{t('dashboard:late', { at: companyTime(data.readAt) })}</Dated>
        </p>
      )}
      <Outlet />
    </>
  )
}

/** The figures of today are shown first, the cards a moment later. */
function Figures({ figures, t }: { figures: DashboardFigures; t: Text }) {
  const { recognitions, hours, checkIns, devices, alarms, attendance, attention, todayFrom, inside } = figures
  const hasAny = recognitions ?? devices ?? attendance
  const isDrawn = useIsDrawn()
  const tiles = (recognitions ?? inside) && <TodayTiles counts={recognitions} from={todayFrom} inside={inside} />
  if (!isDrawn) {
    return (
      <div className="board">
        {tiles}
        <BlankCards />
      </div>
    )
  }
  return (
    <div className="board">
      {tiles}
      <AttentionCard
        attention={attention}
        width={hours ? 'narrow' : 'half'}
        hasOpenAlarms={(alarms?.newestOpen.length ?? 0) > 0}
      />
      {hours && <HoursCard hours={hours} checkIns={checkIns} />}
      {attendance && <YesterdayCard attendance={attendance} />}
      {alarms && <DoorAlarmsCard counts={alarms.doorAccess} from={todayFrom} />}
      {devices && <DevicesCard devices={devices} />}
      {!hasAny && <p>{t('dashboard:nothing')}</p>}
    </div>
  )
}

/** In the shape of what comes. */
const Skeleton = ({ label }: { label: string }) => (
  <div className="board board-skeleton" role="status" aria-label={label}>
    <div className="board-tiles" />
    <BlankCards />
  </div>
)

const BlankCards = () => Array.from({ length: 5 }, (_, place) => <div key={place} className="board-card board-blank" />)
