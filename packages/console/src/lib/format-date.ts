import { dayOfWeek, instantMs } from './clock.ts'
import { enterpriseZone } from './session.ts'

/** ERR-02: `yyyy-MM-dd`, and the same with hours, minutes or seconds (24-hour). */
export type DateDetail = 'day' | 'hour' | 'minute' | 'second'

const lengths: Record<DateDetail, number> = { day: 10, hour: 13, minute: 16, second: 19 }
const formats = new Map<string, Intl.DateTimeFormat>()

/** Swedish writes ISO 8601 with a space: all that is needed is to cut it off. */
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? ''
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone && { timeZone }),
  })
  formats.set(key, format)
  return format
}

/**
 * An instant of the wire (ISO 8601) as text on the clock of a zone; undefined means the browser's. The text is empty for an
 * absent value and for one that is no date. There is no default zone: each caller says whose clock it shows (ADR 48).
 */
export function formatInstant(
  instant: string | null | undefined,
  detail: DateDetail,
  timeZone: string | undefined,
): string {
  if (!instant) return ''
  const milliseconds = instantMs(instant)
  if (Number.isNaN(milliseconds)) return ''
  return formatOf(timeZone).format(milliseconds).slice(0, lengths[detail])
}

/** The same on the clock of the enterprise, which all pages go by; the browser's before anybody has signed in. */
export const companyTime = (instant: string | null | undefined, detail: DateDetail = 'second'): string =>
  formatInstant(instant, detail, enterpriseZone())

/** As short as it is plain in a list: today the time, on another day the date and the minute. Visits are planned without seconds. */
export function briefTime(instant: string, now: string, detail: 'minute' | 'second'): string {
  const [day = '', time = ''] = companyTime(instant, detail).split(' ')
  const today = companyTime(now, 'day')
  if (day === today) return time
  return `${day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day} ${time.slice(0, 5)}`
}

/** How far a zone's clock is from UTC at an instant, `+08:00`. */
export function offsetAt(instant: string, timeZone: string): string {
  const atMs = Math.floor(instantMs(instant) / 1000) * 1000
  const wallMs = instantMs(`${formatInstant(instant, 'second', timeZone).replace(' ', 'T')}Z`)
  const minutes = Math.round((wallMs - atMs) / 60_000)
  return `${minutes < 0 ? '-' : '+'}${clockOf(Math.abs(minutes))}`
}

/** For files, which do not show a time zone elsewhere: `2026-11-23 09:24:00+01:00`. */
export function withOffset(instant: string | null | undefined, timeZone: string = companyZone()): string {
  const text = formatInstant(instant, 'second', timeZone)
  return instant && text ? text + offsetAt(instant, timeZone) : ''
}

/** The zone that pages go by, named: the enterprise's, or the browser's before anybody has signed in. */
export const companyZone = () => enterpriseZone() ?? browserZone()
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A minute of the day as it is written: 545 is 09:05, and the end of the day 24:00. */
export const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Specification section 9: Monday 1 to Sunday 7, for a local date `yyyy-MM-dd`. */
export function weekdayNumber(localDate: string): number {
  const day = dayOfWeek(localDate)
  return day === 0 ? 7 : day
}
