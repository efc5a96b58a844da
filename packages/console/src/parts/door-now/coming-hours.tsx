import type { ComingHours as Hours } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { clockOf, companyZone, formatInstant } from '../../lib/format-date.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { shortDayName as dayOf } from '../person-page/day-name.ts'
import { useDoorHours, wordsOfChange } from './door-hours.ts'

/** The changes at a door on the coming days by its clock, and its hours of the week to come, as bars from midnight to midnight. */
export function ComingHours({ door }: { door: Pick<Door, 'readers'> }) {
  const t = useText()
  const { hours, names, error, refetch } = useDoorHours(door)
  if (error && !hours)
    return (
      <section>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (!hours) return null
  const { timeZone, days, changes, alwaysGroupIds } = hours
  const [today] = days
  const later = changes
    .map((change) => ({ ...change, wall: formatInstant(change.at, 'minute', timeZone) }))
    .filter(({ wall }) => wall.slice(0, 10) !== today?.on)
  const now = formatInstant(instantOf(nowMs()), 'minute', timeZone).slice(11)
  const always = alwaysGroupIds.map((id) => names.get(id) ?? '').join(t('list:comma'))
  // Bars without an hour of anybody say nothing more than the sentence above them.
  const hasBars = always === '' || days.some(({ open, free }) => open.length + free.length > 0)
  return (
    <section aria-label={t('doorNow:coming.title')}>
      <header>
        <h2>{t('doorNow:coming.title')}</h2>
        {timeZone !== companyZone() && <small>{timeZone}</small>}
      </header>
      {changes.length === 0 && <p>{t('doorNow:coming.none')}</p>}
      {later.length > 0 && (
        <ol className="door-coming" data-days>
          {later.map(({ at, groupId, begins, wall }) => (
            <li key={`${at} ${groupId} ${begins}`}>
              <time dateTime={at}>
                {dayOf(wall.slice(0, 10))} {wall.slice(11)}
              </time>
              <span>{wordsOfChange({ groupId, begins }, names, t)}</span>
            </li>
          ))}
        </ol>
      )}
      {always !== '' && (
        <p>{t(hasBars ? 'doorNow:coming.alwaysAndOthers' : 'doorNow:coming.always', { groups: always })}</p>
      )}
      {hasBars && (
        <ul className="door-week">
          {days.map((day, place) => (
            <li key={day.on}>
              <small>{place === 0 ? t('doorNow:coming.today') : dayOf(day.on)}</small>
              <DayBar day={day} now={place === 0 ? now : undefined} hasAlways={always !== ''} t={t} />
            </li>
          ))}
          <li aria-hidden>
            <small />
            <span className="door-week-axis">
              {['00', '06', '12', '18', '24'].map((hour) => (
                <small key={hour}>{hour}</small>
              ))}
            </span>
          </li>
        </ul>
      )}
    </section>
  )
}

const percent = (minute: number) => `${(minute / 1440) * 100}%`

type BarProps = { day: Hours['days'][number]; now: string | undefined; hasAlways: boolean; t: Text }

function DayBar({ day: { open, free }, now, hasAlways, t }: BarProps) {
  const said = (ranges: typeof open) =>
    ranges.map(({ startMinute, endMinute }) => `${clockOf(startMinute)}–${clockOf(endMinute)}`).join(t('list:comma'))
  const label = [
    open.length > 0 ? said(open) : t(hasAlways ? 'doorNow:coming.onlyAlways' : 'doorNow:coming.closed'),
    free.length > 0 && t('doorNow:coming.free', { hours: said(free) }),
  ]
    .filter(Boolean)
    .join(t('list:comma'))
  return (
    <span className="door-day" role="img" aria-label={label} title={label}>
      {open.map(({ startMinute, endMinute }) => (
        <i key={startMinute} style={{ left: percent(startMinute), width: percent(endMinute - startMinute) }} />
      ))}
      {free.map(({ startMinute, endMinute }) => (
        <i
          key={startMinute}
          data-free
          style={{ left: percent(startMinute), width: percent(endMinute - startMinute) }}
        />
      ))}
      {now !== undefined && (
        <i data-now style={{ left: percent(Number(now.slice(0, 2)) * 60 + Number(now.slice(3, 5))) }} />
      )}
    </span>
  )
}
