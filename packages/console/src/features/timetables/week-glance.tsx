import type { TimetableSummary } from '@gatehouse/contract/features/timetables.ts'
import { useText } from '../../i18n/i18n.ts'
import { dayMinutes, rangesText } from './day-ranges.ts'
import './week-glance.css'

/** A week in miniature: seven lines of a day each. */
export function WeekGlance({ week }: { week: TimetableSummary['week'] }) {
  const t = useText()
  const isOpen = week.some((ranges) => ranges.length > 0)
  const isSame = week.every((ranges) => rangesText(ranges) === rangesText(week[0] ?? []))
  const label = !isOpen
    ? t('timetables:glance.never')
    : isSame
      ? t('timetables:glance.daily', { hours: rangesText(week[0] ?? []) })
      : t('timetables:glance.week')
  return (
    <svg
      className="week-glance"
      viewBox={`0 0 ${dayMinutes} 70`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {week.flatMap((ranges, day) => [
        // oxlint-disable-next-line react/no-array-index-key -- a week has seven days, in one order
        <rect key={`day ${day}`} className="week-glance-day" x="0" y={day * 10 + 2} width={dayMinutes} height="6" />,
        ...ranges.map(({ startMinute, endMinute }) => (
          <rect
            key={`${day} ${startMinute}`}
            x={startMinute}
            y={day * 10 + 2}
            width={endMinute - startMinute}
            height="6"
          />
        )),
      ])}
    </svg>
  )
}
