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
 * An instant of the wire (ISO 8601) as local text in a zone: the enterprise's where it is known, else the browser's.
 * Gives an empty text for what is absent or no date.
 */
export function formatInstant(
  instant: string | null | undefined,
  detail: DateDetail = 'second',
  timeZone: string | undefined = enterpriseZone(),
): string {
  if (!instant) return ''
  const milliseconds = instantMs(instant)
  if (Number.isNaN(milliseconds)) return ''
  return formatOf(timeZone).format(milliseconds).slice(0, lengths[detail])
}

/** A minute of the day as it is written: 545 is 09:05, and the end of the day 24:00. */
export const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Specification section 9: Monday 1 to Sunday 7, for a local date `yyyy-MM-dd`. */
export function weekdayNumber(localDate: string): number {
  const day = dayOfWeek(localDate)
  return day === 0 ? 7 : day
}
