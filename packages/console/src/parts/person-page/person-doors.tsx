import type { DoorHours } from '@gatehouse/contract/features/people/door-hours.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { clockOf, formatInstant, weekdayNumber } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { shortDayName, todayOn } from './day-name.ts'
import { PersonBlock } from './person-page.tsx'
import { personDoors, type Shown } from './person-queries.ts'
import './person-doors.css'

/** Each door that a person may pass as a bar over the day: when it opens, and when they passed. */
export function PersonDoors({ person }: { person: Shown }) {
  const t = useText()
  const [isWeek, setIsWeek] = useState(false)
  const doors = useQuery(personDoors(person, isWeek ? '7' : '1', isWeek ? mondayOf(todayOn()) : undefined))
  return (
    <PersonBlock
      title={t(isWeek ? 'personPage:hours.week' : 'personPage:hours.today')}
      action={
        <Button type="link" size="small" onClick={() => setIsWeek(!isWeek)}>
          {t(isWeek ? 'personPage:hours.showToday' : 'personPage:hours.showWeek')}
        </Button>
      }
    >
      {doors.isPending ? (
        <DetailSkeleton lines={6} />
      ) : doors.isError ? (
        <ErrorPanel error={doors.error} onRetry={() => void doors.refetch()} />
      ) : doors.data.doors.length === 0 ? (
        <p className="person-none">{t('personPage:hours.none')}</p>
      ) : (
        <div className="person-hours" data-week={isWeek || undefined}>
          <ul>
            {doors.data.doors.map((door) => (
              <Door key={`${door.device.id} ${door.door?.port}`} door={door} t={t} />
            ))}
          </ul>
          <div className="person-hours-axis" aria-hidden>
            {[0, 6, 12, 18, 24].map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </div>
        </div>
      )}
    </PersonBlock>
  )
}

const dayMs = 86_400_000
const mondayOf = (on: string) => instantOf(instantMs(`${on}T00:00:00Z`) - (weekdayNumber(on) - 1) * dayMs).slice(0, 10)

function Door({ door: { device, door, days, timetables, timeZone }, t }: { door: DoorHours; t: Text }) {
  const can = useCan()
  const name = can('device.read') ? (
    <Link to={pathTo('deviceList', { below: device.id })}>{door?.name ?? device.name}</Link>
  ) : (
    (door?.name ?? device.name)
  )
  const now = formatInstant(instantOf(nowMs()), 'minute', timeZone)
  const words = timetables.length === 0 ? t('personPage:hours.always') : timetables.join(' · ')
  return (
    <li>
      <span className="person-hours-name" title={door ? device.name : (device.location ?? undefined)}>
        {name}
      </span>
      <span className="person-hours-days">
        {days.map((day) => (
          <DayBar
            key={day.on}
            day={day}
            label={days.length > 1 ? shortDayName(day.on) : null}
            nowMinute={now.startsWith(day.on) ? minuteOf(now.slice(11)) : null}
            t={t}
          />
        ))}
      </span>
      <span className="person-hours-table" title={words}>
        {words}
      </span>
    </li>
  )
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const percent = (minutes: number) => `${((100 * minutes) / 1440).toFixed(2)}%`

type BarProps = { day: DoorHours['days'][number]; label: string | null; nowMinute: number | null; t: Text }

function DayBar({ day, label, nowMinute, t }: BarProps) {
  return (
    <span className="person-hours-day">
      {label !== null && <small aria-hidden>{label}</small>}
      <svg className="day-bar" role="img" aria-label={barWords(day, label, t)}>
        <rect className="day-base" width="100%" />
        {day.open.map(({ startMinute, endMinute }) => (
          <rect
            key={startMinute}
            className="day-open"
            x={percent(startMinute)}
            width={percent(endMinute - startMinute)}
          />
        ))}
        {day.passages.map(({ recordId, minute, opened }) => (
          <rect key={recordId} className={opened ? 'day-passed' : 'day-refused'} x={percent(minute)} width="2" />
        ))}
        {nowMinute !== null && <rect className="day-now" x={percent(nowMinute)} width="1" />}
      </svg>
    </span>
  )
}

/** The same for those who do not see the bar. */
function barWords({ open, passages }: BarProps['day'], label: string | null, t: Text): string {
  const comma = t('list:comma')
  const hours = open.map(({ startMinute, endMinute }) => `${clockOf(startMinute)}–${clockOf(endMinute)}`).join(comma)
  const timesOf = (opened: boolean) =>
    passages
      .filter((passage) => passage.opened === opened)
      .map(({ minute }) => clockOf(minute))
      .toReversed()
      .join(comma)
  const words = [
    hours || t('personPage:hours.closed'),
    timesOf(true) && t('personPage:hours.passedAt', { times: timesOf(true) }),
    timesOf(false) && t('personPage:hours.refusedAt', { times: timesOf(false) }),
  ]
    .filter(Boolean)
    .join('; ')
  return label === null ? words : t('personPage:hours.ofDay', { day: label, hours: words })
}
