import type { MatrixCell, MatrixTimetable } from '@gatehouse/contract/features/policies/matrix.ts'
import './week-symbols.css'

const [dayWidth, dayStep, height, dayMinutes] = [8, 9, 26, 1440]
const allDay = [{ startMinute: 0, endMinute: dayMinutes }]
const always = Array.from({ length: 7 }, () => allDay)
const viewBox = `0 0 ${dayStep * 7} ${height}`

/** The weeks of all timetables, each drawn once: a cell only refers to them. */
export function WeekSymbols({ timetables }: { timetables: readonly MatrixTimetable[] }) {
  return (
    <svg width="0" height="0" className="week-symbols" aria-hidden>
      <Week id="always" week={always} />
      {timetables.map(({ id, week }) => (
        <Week key={id} id={id} week={week} />
      ))}
    </svg>
  )
}

function Week({ id, week }: { id: string; week: MatrixTimetable['week'] }) {
  const heightOf = (minutes: number) => (minutes / dayMinutes) * height
  return (
    <symbol id={`week-${id}`} viewBox={viewBox}>
      {week.map((ranges, day) => (
        // oxlint-disable-next-line react/no-array-index-key -- a week has seven days, in one order
        <g key={day} transform={`translate(${day * dayStep} 0)`}>
          <rect width={dayWidth} height={height} rx="1.5" className="week-day" />
          {ranges.map(({ startMinute, endMinute }) => (
            <rect
              key={startMinute}
              y={heightOf(startMinute)}
              width={dayWidth}
              height={Math.max(1, heightOf(endMinute - startMinute))}
              rx="1.5"
              className="week-hours"
            />
          ))}
        </g>
      ))}
    </symbol>
  )
}

/** The week of a cell at a glance: Monday left, midnight above; several timetables lie upon one another. */
export function WeekOf({
  access: { isBound, timetableIds },
}: {
  access: Pick<MatrixCell, 'isBound' | 'timetableIds'>
}) {
  if (!isBound && timetableIds.length === 0) return <i className="week-none" />
  const ids = timetableIds.length === 0 ? ['always'] : timetableIds
  return (
    <svg className="week" data-idle={!isBound || undefined} data-several={ids.length > 1 || undefined} aria-hidden>
      {ids.map((id) => (
        <use key={id} href={`#week-${id}`} />
      ))}
    </svg>
  )
}
