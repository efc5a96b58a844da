import { type AttendanceDay, attendanceDay, getAttendanceMonth } from '@gatehouse/contract/features/attendance/days.ts'
import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../../api/query.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { monthName, spanText, todayOn } from '../../../parts/person-page/day-name.ts'
import { PersonBlock } from '../../../parts/person-page/person-page.tsx'
import './staff-month.css'

const facts = attendanceDay.shape.facts.element.options

/** This month of a person: a mark for each day, the sum in words, and the way to the calendar. */
export function StaffMonth({ person }: { person: Staff }) {
  const t = useText()
  const month = todayOn().slice(0, 7)
  const { data, error, refetch } = useQuery(queryOf(getAttendanceMonth, { params: { personId: person.id, month } }))
  const sums = facts
    .filter((fact) => fact !== 'normal' && data && data.sum[fact] > 0)
    .map((fact) => t('staff:attendance.sum', { count: data?.sum[fact] ?? 0, fact: t(`shared:attendanceFact.${fact}`) }))
  return (
    <PersonBlock
      title={monthName(month)}
      action={
        <Link to={pathTo('attendanceRecord', { user_id: person.id, query: { month } })}>
          {data ? spanText(data.sum.workedMinutes, t) : '…'}{' '}
          <span className="for-readers">{t('staff:attendance.calendar', { name: person.name })}</span>
        </Link>
      }
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <ol className="staff-month" aria-hidden>
            {data.days.map((day) => (
              <li key={day.on} data-mark={markOf(day)} title={day.on} />
            ))}
          </ol>
          <p className="staff-month-sum">{sums.join(' · ') || t('staff:attendance.ordinary')}</p>
        </>
      ) : (
        <DetailSkeleton lines={2} />
      )}
    </PersonBlock>
  )
}

function markOf({ facts: own, verdict, dayKind, isProvisional }: AttendanceDay): string {
  if (own.includes('absence')) return 'absent'
  if (own.includes('late') || own.includes('earlyLeave') || own.includes('missedPunch')) return 'off'
  if (isProvisional && verdict === 'none') return 'ahead'
  return verdict === 'none' || (dayKind !== 'working-day' && !own.includes('holidayOvertime')) ? 'rest' : 'worked'
}
