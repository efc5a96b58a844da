import { attendanceDay, getAttendanceMonth } from '@gatehouse/contract/features/attendance/days.ts'
import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime } from '../../lib/format-date.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'

const facts = attendanceDay.shape.facts.element.options

/** This month's attendance of a person, with the way to every day of it. */
export function StaffAttendance({ person }: { person: Staff }) {
  const t = useText()
  const month = companyTime(instantOf(nowMs()), 'day').slice(0, 7)
  const { data, error, refetch } = useQuery(queryOf(getAttendanceMonth, { params: { personId: person.id, month } }))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy={!data}>
      <DetailList
        title={month}
        items={facts.map((fact) => ({
          label: t(`shared:attendanceFact.${fact}`),
          value: data ? data.sum[fact] : <i className="detail-awaited" />,
        }))}
      />
      <p>
        <Link to={pathTo('attendanceRecord', { user_id: person.id, query: { month } })}>
          {t('staff:attendance.calendar', { name: person.name })}
        </Link>
      </p>
    </div>
  )
}
