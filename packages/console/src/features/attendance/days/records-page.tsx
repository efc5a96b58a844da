import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { Outlet, useNavigate, useParams, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useText } from '../../../i18n/i18n.ts'
import { laterPart } from '../../../lib/later-part.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../../ui/detail/detail-tabs.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { monthOf, requestList } from '../attendance-queries.ts'
import { todayOn } from '../attendance-time.ts'
import { DayList } from './day-list.tsx'
import { DayPanel } from './day-panel.tsx'
import { MonthView } from './month-view.tsx'
import { PhoneLinkButton } from '../punches/phone-link-button.tsx'
import { RequestList } from '../punches/request-list.tsx'
import '../attendance.css'

// Of three views, people see one first.
const MonthGrid = laterPart(async () => (await import('./month-grid.tsx')).MonthGrid, <DetailSkeleton />)

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

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
      {personId ? <OnePerson personId={personId} /> : <Everybody />}
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

function OnePerson({ personId }: { personId: string }) {
  const t = useText()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const shown = month.safeParse(params.get('month')).data ?? todayOn().slice(0, 7)
  const query = useQuery(monthOf(personId, shown))
  const show = (next: string) => {
    if (month.safeParse(next).success) setParams({ month: next }, { replace: true })
  }
  const person = query.data?.person
  return (
    <>
      <PageHeader
        title={person ? t('attendance:records.calendar', { name: person.name }) : t('attendance:records.title')}
        purpose={[person?.department, person?.jobId].filter(Boolean).join(' · ')}
        actions={
          <>
            {person && <PhoneLinkButton person={person} />}
            <Button onClick={() => void navigate(pathTo('attendanceRecord'))}>
              {t('attendance:records.allPeople')}
            </Button>
          </>
        }
      />
      <MonthView
        query={query}
        month={shown}
        onMonth={show}
        picker={
          <DatePicker
            picker="month"
            format="YYYY-MM"
            className="attendance-month-input"
            aria-label={t('attendance:records.month')}
            allowClear={false}
            needConfirm={false}
            value={dayjs(`${shown}-01`)}
            onChange={(day) => day && show(day.format('YYYY-MM'))}
          />
        }
      />
    </>
  )
}
