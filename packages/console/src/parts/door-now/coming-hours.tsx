import { type ComingHours as Hours, getWhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { clockOf, companyZone, formatInstant } from '../../lib/format-date.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../passage/list-group-name.ts'
import { shortDayName as dayOf } from '../person-page/day-name.ts'

/** The next changes at a door by its clock, and its hours of the week to come, as bars from midnight to midnight. */
export function ComingHours({ door: { readers } }: { door: Pick<Door, 'readers'> }) {
  const t = useText()
  // People who come in are asked about first: the way out has its own hours seldom.
  const reader = readers.find(({ effectiveDirection }) => effectiveDirection !== 'exit') ?? readers[0]
  const { data, error, refetch } = useQuery({
    ...queryOf(getWhoMayPass, { query: { deviceId: reader?.deviceId ?? '', port: reader?.port } }),
    enabled: reader !== undefined,
  })
  if (error && !data)
    return (
      <section>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (!data) return null
  const { timeZone, days, changes } = data.hours
  const [today] = days
  const names = new Map(data.groups.map(({ id, name }) => [id, groupName(name, t)]))
  const now = formatInstant(instantOf(nowMs()), 'minute', timeZone).slice(11)
  return (
    <section aria-label={t('doorNow:coming.title')}>
      <header>
        <h2>{t('doorNow:coming.title')}</h2>
        {timeZone !== companyZone() && <small>{timeZone}</small>}
      </header>
      {changes.length === 0 && <p>{t('doorNow:coming.none')}</p>}
      <ol className="door-coming">
        {changes.map(({ at, groupId, begins }) => {
          const wall = formatInstant(at, 'minute', timeZone)
          const on = wall.slice(0, 10)
          return (
            <li key={`${at} ${groupId} ${begins}`}>
              <time dateTime={at}>
                {on !== today?.on && `${dayOf(on)} `}
                {wall.slice(11)}
              </time>
              <span>{wordsOf({ groupId, begins }, names, t)}</span>
            </li>
          )
        })}
      </ol>
      <ul className="door-week">
        {days.map((day, place) => (
          <li key={day.on}>
            <small>{place === 0 ? t('doorNow:coming.today') : dayOf(day.on)}</small>
            <DayBar day={day} now={place === 0 ? now : undefined} t={t} />
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
    </section>
  )
}

type Change = Pick<Hours['changes'][number], 'groupId' | 'begins'>

function wordsOf({ groupId, begins }: Change, names: ReadonlyMap<string, string>, t: Text): string {
  if (groupId === null) return t(begins ? 'doorNow:coming.unlocks' : 'doorNow:coming.locks')
  return t(begins ? 'doorNow:coming.begins' : 'doorNow:coming.ends', { group: names.get(groupId) ?? '' })
}

const percent = (minute: number) => `${(minute / 1440) * 100}%`

type BarProps = { day: Hours['days'][number]; now: string | undefined; t: Text }

function DayBar({ day: { open, free }, now, t }: BarProps) {
  const said = (ranges: typeof open) =>
    ranges.map(({ startMinute, endMinute }) => `${clockOf(startMinute)}–${clockOf(endMinute)}`).join(t('list:comma'))
  const label = [
    open.length > 0 ? said(open) : t('doorNow:coming.closed'),
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
