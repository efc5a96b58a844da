import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { changeCommonSettings, commonSettings } from '../../lib/common-settings.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime, companyZone } from '../../lib/format-date.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Board } from './board.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { dayInWords } from './day-words.ts'
import { dashboardQuery, exhibitionQuery } from './dashboard-queries.ts'
import { Exhibition } from './exhibition.tsx'
import { setupPermissions, isGone, rememberGone } from './setup-checklist-wanted.ts'
import { Notices } from './notices.tsx'
import { useCommonSettings, useFollowed } from './use-followed.ts'
import './dashboard.css'

// Most companies have taken them long ago.
const WithSetupChecklist = laterPart(
  async () => (await import('./setup-checklist.tsx')).WithSetupChecklist,
  ({ waiting }) => waiting,
)

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
  return useCommonSettings().exhibitionMode === '1' ? <Exhibition /> : <Dashboard />
}

/** The whole screen where the browser lets us; the view is the same without. */
function beginExhibition() {
  document.documentElement.requestFullscreen?.().catch(() => undefined)
  changeCommonSettings({ exhibitionMode: '1' })
}

function Dashboard() {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const { isLive, refetchInterval } = useFollowed(dashboardQuery)
  const { data, error, refetch } = useQuery({ ...dashboardQuery, refetchInterval })
  const can = useCan()
  const [isArranged, setIsArranged] = useState(false)
  const arrange = useRef<HTMLButtonElement>(null)
  const wasArranged = useRef(false)
  useEffect(() => {
    // once it is drawn the button can be pressed, and take the focus, again
    if (wasArranged.current && !isArranged) arrange.current?.focus()
    wasArranged.current = isArranged
  }, [isArranged])
  const isSetUp = data?.isSetUp
  useEffect(() => {
    if (isSetUp) rememberGone()
  }, [isSetUp])
  const wantsChecklist = isSetUp === false && !isGone() && can(setupPermissions)
  const waiting = <BoardSkeleton label={t('dashboard:loading')} />
  const live = (
    <StatusMark meaning={isLive ? 'good' : 'waiting'}>
      {isLive ? t('dashboard:line.live') : t('dashboard:line.asking', { seconds: refetchInterval / 1000 })}
    </StatusMark>
  )
  const notices = data && <Notices figures={data} />
  const boardBelow = (top: ReactNode) =>
    data && <Board figures={data} top={top} isArranged={isArranged} onArranged={() => setIsArranged(false)} />
  return (
    <>
      <PageHeader
        title={helloAt(companyTime(instantOf(nowMs()), 'hour'), user?.name ?? '', t)}
        purpose={<Now t={t} />}
        meta={live}
        isFolding
        actions={
          <>
            <Button ref={arrange} disabled={!data || isArranged} onClick={() => setIsArranged(true)}>
              {t('dashboard:arrange.begin')}
            </Button>
            <Button onClick={() => void navigate(pathTo('dashboard', { below: 'settings' }))}>
              {t('dashboard:settings.title')}
            </Button>
            <Button onClick={beginExhibition}>{t('dashboard:exhibition.begin')}</Button>
          </>
        }
      />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data && error && (
        <p className="board-late" role="status">
          <Dated>{t('dashboard:late', { at: companyTime(data.readAt) })}</Dated>
        </p>
      )}
      {!data && !error && waiting}
      {wantsChecklist ? (
        <WithSetupChecklist above={notices} below={boardBelow(null)} waiting={waiting} />
      ) : (
        boardBelow(notices)
      )}
      <Outlet />
    </>
  )
}

/** The greeting of the hour, on the clock of the enterprise: `2026-11-23 09`. */
function helloAt(hourOfDay: string, name: string, t: Text): string {
  const hour = Number(hourOfDay.slice(11))
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  return t(`dashboard:hello.${part}`, { name })
}

/** The day and the minute of the enterprise. */
function Now({ t }: { t: Text }) {
  const [now, setNow] = useState(() => companyTime(instantOf(nowMs()), 'minute'))
  useEffect(() => {
    const timer = setInterval(() => setNow(companyTime(instantOf(nowMs()), 'minute')), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <>{t('dashboard:now', { day: dayInWords(now.slice(0, 10)), time: now.slice(11), zone: companyZone() })}</>
}
