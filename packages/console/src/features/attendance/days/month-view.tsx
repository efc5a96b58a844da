import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { AttendanceDay, getAttendanceMonth } from '@gatehouse/contract/features/attendance/days.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText, type Text } from '../../../i18n/i18n.ts'
import { weekdayNumber } from '../../../lib/format-date.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { addMonths, datesOf, durationText, punchTime } from '../attendance-time.ts'
import { attendanceFacts, weekdayName } from '../attendance-words.ts'
import { VerdictMark } from './verdict-mark.tsx'
import { Figure, Figures } from '../../../ui/page/figures.tsx'

type Month = Reply<typeof getAttendanceMonth>
type Props = {
  query: { data: Month | undefined; error: unknown; refetch: () => unknown }
  month: string
  onMonth: (month: string) => void
  picker: ReactNode
}

/** The month of one person as a calendar; each day leads to its punches. */
export function MonthView({ query, month, onMonth, picker }: Props) {
  const t = useText()
  const { data, error } = query
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void query.refetch()} />
  if (!data) return <DetailSkeleton lines={10} />
  const days = new Map(data.days.map((day) => [day.on, day]))
  const dates = datesOf(month)
  const before = weekdayNumber(dates[0] ?? '') - 1
  return (
    <div>
      <div className="month-tools">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('attendance:records.previousMonth')}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        {picker}
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t('attendance:records.nextMonth')}
          onClick={() => onMonth(addMonths(month, 1))}
        />
        {data.isLocked && <span className="attendance-tag">{t('attendance:records.locked')}</span>}
      </div>
      <Figures>
        {attendanceFacts.map((fact) => (
          <Figure key={fact} name={t(`shared:attendanceFact.${fact}`)}>
            {data.sum[fact]}
          </Figure>
        ))}
        <Figure name={t('attendance:statistics.worked')}>{durationText(data.sum.workedMinutes, t)}</Figure>
      </Figures>
      <div className="month-weekdays" aria-hidden>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <span key={day}>{weekdayName(day, t)}</span>
        ))}
      </div>
      <ol className="month-days">
        {dates.map((on, index) => (
          <li key={on} style={index === 0 ? { gridColumnStart: before + 1 } : undefined}>
            <MonthDay on={on} day={days.get(on)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** To the minute, as a calendar has room for. */
const shortTime = (at: string | null, { on, timeZone }: AttendanceDay, t: Text) => punchTime(at, on, timeZone, t)

function MonthDay({ on, day }: { on: string; day: AttendanceDay | undefined }) {
  const t = useText()
  const [params] = useSearchParams()
  const number = (
    <strong>
      <span aria-hidden>{Number(on.slice(8))}</span>
      <span className="for-readers">{on}</span>
    </strong>
  )
  if (!day)
    return (
      <div className="month-day" data-empty>
        {number}
        <span className="for-readers">{t('attendance:records.noDay')}</span>
      </div>
    )
  const next = new URLSearchParams(params)
  next.set('day', `${day.person.id}_${on}`)
  return (
    <Link className="month-day" to={{ search: next.toString() }} preventScrollReset data-kind={day.dayKind}>
      {number}
      {day.verdict === 'none' && !day.isProvisional ? (
        <span className="month-rest">{t(`attendance:dayKind.${day.dayKind}`)}</span>
      ) : (
        <VerdictMark {...day} />
      )}
      {day.firstAt && (
        <span className="month-times tabular">
          {[...new Set([day.firstAt, day.lastAt])].map((at) => shortTime(at, day, t)).join(' – ')}
        </span>
      )}
    </Link>
  )
}
