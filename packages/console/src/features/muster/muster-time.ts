import { instantMs } from '../../lib/clock.ts'
import { companyZone, formatInstant } from '../../lib/format-date.ts'

const pair = (value: number) => String(value).padStart(2, '0')

/** The time between two moments as a clock shows it: `04:12`, or with hours `1:04:12`. */
export function clockBetween(from: string, toMs: number): string {
  const seconds = Math.max(0, Math.floor((toMs - instantMs(from)) / 1000))
  return clockOfSeconds(seconds)
}

export function clockOfSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const rest = `${pair(Math.floor(seconds / 60) % 60)}:${pair(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** A moment on the clock of the site: the hour alone on the day of the muster, else with its date. */
export function timeAtSite(at: string, { timeZone, startedAt }: { timeZone: string; startedAt: string }): string {
  const text = formatInstant(at, 'minute', timeZone)
  const isSameDay = text.slice(0, 10) === formatInstant(startedAt, 'day', timeZone)
  return isSameDay ? text.slice(11) : text
}

/** The hour at a site; its zone is named where pages go by another one. */
export function timeOfDayAtSite(at: string, timeZone: string): string {
  const time = formatInstant(at, 'minute', timeZone).slice(11)
  return timeZone === companyZone() ? time : `${time} (${timeZone})`
}
