import type { Door } from '@gatehouse/contract/features/sites.ts'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { clockOf, companyZone, formatInstant } from '../../lib/format-date.ts'
import { useDoorCommands } from './door-commands.ts'
import { useDoorHours, wordsOfChange } from './door-hours.ts'

type Line = { key: string; at: string; dateTime?: string; words: ReactNode }

/** The day at a door by its own clock: what was done or began until now, and, said as such, what is still to come. */
export function TodayHere({ door }: { door: Pick<Door, 'readers'> }) {
  const t = useText()
  const { hours, isWaiting, names } = useDoorHours(door)
  const { commands, isLoaded } = useDoorCommands(door)
  const zone = hours?.timeZone ?? companyZone()
  const now = formatInstant(instantOf(nowMs()), 'minute', zone)
  const today = now.slice(0, 10)
  const isToday = (instant: string) => formatInstant(instant, 'day', zone) === today
  const timeOf = (instant: string) => formatInstant(instant, 'minute', zone).slice(11)
  const done: Line[] = commands
    .filter(({ isOfToday }) => isOfToday)
    .map(({ id, kind, createdAt, createdBy, reason, state }) => ({
      key: id,
      at: timeOf(createdAt),
      dateTime: createdAt,
      words: (
        <>
          {t(`doorNow:command.${kind}`)} {t('doorNow:by', { name: createdBy })}
          {state !== 'done' && <> · {t(`doorNow:state.${state}`)}</>}
          {state === 'expired' && <small>{t('doorNow:expired')}</small>}
          {reason !== null && <small>{t('doorNow:reason', { reason })}</small>}
        </>
      ),
    }))
  const unlocked: Line[] = (hours?.days.find(({ on }) => on === today)?.free ?? [])
    .map(({ startMinute, endMinute }) => ({ from: clockOf(startMinute), until: clockOf(endMinute) }))
    .filter(({ from }) => from <= now.slice(11))
    .map(({ from, until }) => ({
      key: `free ${from}`,
      at: from,
      words: t('doorNow:today.unlockedHours', { until }),
    }))
  const past = [...done, ...unlocked].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const coming: Line[] = (hours?.changes ?? [])
    .filter(({ at }) => isToday(at) && instantMs(at) > nowMs())
    .map((change) => ({
      key: `${change.at} ${change.groupId} ${change.begins}`,
      at: timeOf(change.at),
      dateTime: change.at,
      words: wordsOfChange(change, names, t),
    }))
  return (
    <section aria-label={t('doorNow:today.title')}>
      <header>
        <h2>{t('doorNow:today.title')}</h2>
        {zone !== companyZone() && <small>{zone}</small>}
      </header>
      {isLoaded && !isWaiting && past.length + coming.length === 0 && <p>{t('doorNow:today.none')}</p>}
      <Lines lines={past} label={t('doorNow:today.past')} />
      <Lines lines={coming} label={t('doorNow:today.coming')} isComing />
    </section>
  )
}

function Lines({ lines, label, isComing }: { lines: readonly Line[]; label: string; isComing?: boolean }) {
  if (lines.length === 0) return null
  return (
    <ol className="door-coming" aria-label={label} data-coming={isComing}>
      {lines.map(({ key, at, dateTime, words }) => (
        <li key={key}>
          <time dateTime={dateTime ?? at}>{at}</time>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  )
}
