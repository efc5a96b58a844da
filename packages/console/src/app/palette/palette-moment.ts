import { endOfVisit } from '../../features/visitors/visitor-period.ts'
import type { Text } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime, weekdayNumber } from '../../lib/format-date.ts'
import { instantOfWall, wallTimeOf } from '../../ui/form/wall-clock.ts'
import type { Moment } from './words/read-moment.ts'
import { addDays, type Wall } from './words/wall.ts'

/** The clock of the pages, to the minute. */
export const wallNow = (): Wall => wallTimeOf(instantOf(nowMs())).slice(0, 16)
export const instantAt = (wall: Wall) => instantOfWall(`${wall}:00`)

/** "until Monday" admits them again on Monday. Undefined: that time is over. */
export function suspensionOf(moment: Moment | null): { fromAt: string | undefined; toAt: string | null } | undefined {
  if (!moment) return { fromAt: undefined, toAt: null }
  const [start, end] = [instantAt(moment.start), instantAt(moment.end)]
  const isAhead = instantMs(start) > nowMs()
  const toAt = moment.isUntil && isAhead ? start : end
  if (instantMs(toAt) <= nowMs()) return undefined
  return { fromAt: !moment.isUntil && isAhead ? start : undefined, toAt }
}

/** "until Friday" has the Friday in it. Undefined: that time is over. */
export function visitOf(moment: Moment): { validFromAt: string; validToAt: string } | undefined {
  const now = instantOf(nowMs() - (nowMs() % 60_000))
  const [start, validToAt] = [instantAt(moment.start), instantAt(moment.end)]
  if (instantMs(validToAt) <= nowMs()) return undefined
  if (moment.isUntil) return { validFromAt: now, validToAt }
  if (instantMs(start) > instantMs(now)) return { validFromAt: start, validToAt }
  // an end that was said is taken at its word, too
  const isWholeDay = moment.end.endsWith('T00:00')
  return { validFromAt: now, validToAt: isWholeDay ? endOfVisit(instantMs(now), validToAt) : validToAt }
}

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const

/** "Monday, 2026-11-30 00:00": the day of the week says whether the right one was understood. */
export const namedTime = (instant: string, t: Text) => named(companyTime(instant, 'minute'), t)

/** The same without the hour where a day begins. */
export const namedDay = (instant: string, t: Text) => named(companyTime(instant, 'minute').replace(' 00:00', ''), t)

/** A day that is included ends at 24:00. */
export function namedEnd(instant: string, t: Text): string {
  const text = companyTime(instant, 'minute')
  return named(text.endsWith(' 00:00') ? `${addDays(text.slice(0, 10), -1)} 24:00` : text, t)
}

function named(text: string, t: Text): string {
  const weekday = weekdays[weekdayNumber(text.slice(0, 10)) - 1]
  return weekday ? t('palette:time', { weekday: t(`shared:reasonDay.${weekday}`), at: text }) : text
}
