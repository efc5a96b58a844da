import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useText } from '../../../i18n/i18n.ts'
import { laterPart } from '../../../lib/later-part.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../../ui/detail/detail-tabs.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { requestList } from '../attendance-queries.ts'
import { DayList } from './day-list.tsx'
import '../attendance.css'

// Of these views, people see one first: the calendar, days and forms come with what shows them.
const PersonMonth = laterPart(async () => (await import('./person-month.tsx')).PersonMonth, <DetailSkeleton />)
const DayPanel = laterPart(async () => (await import('./day-panel.tsx')).DayPanel)
const RequestList = laterPart(async () => (await import('../punches/request-list.tsx')).RequestList, <DetailSkeleton />)
const MonthGrid = laterPart(async () => (await import('./month-grid.tsx')).MonthGrid, <DetailSkeleton />)

/** `/attendance/attendanceRecord/{user_id?}`: everybody's days, or the month of one person. `?day=<person>_<date>` opens one day. */
export function Component() {
  const { user_id: personId } = useParams()
  const [params, setParams] = useSearchParams()
  const [dayPerson = '', dayOn = ''] = (params.get('day') ?? '').split('_')
  const isDay = z.uuid().safeParse(dayPerson).success && z.iso.date().safeParse(dayOn).success
  const close = () =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('day')
        return next
      },
      { preventScrollReset: true },
    )
  return (
    <>
      {personId ? <PersonMonth personId={personId} /> : <Everybody />}
      {isDay && <DayPanel personId={dayPerson} on={dayOn} onClose={close} />}
      <Outlet />
    </>
  )
}

function Everybody() {
  const t = useText()
  const waiting = useQuery(requestList({ state: 'waiting', size: 1 }))
  const mark = waiting.data && waiting.data.items.length > 0 ? ' •' : ''
  return (
    <>
      <PageHeader isFolding title={t('attendance:records.title')} purpose={t('attendance:records.purpose')} />
      <DetailTabs
        tabs={[
          { key: 'days', label: t('attendance:records.tab.days'), content: <DayList /> },
          {
            key: 'month',
            label: t('attendance:records.tab.month'),
            content: <MonthGrid />,
          },
          {
            key: 'requests',
            label: `${t('attendance:records.tab.requests')}${mark}`,
            content: <RequestList />,
          },
        ]}
      />
    </>
  )
}
