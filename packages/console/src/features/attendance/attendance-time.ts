import type { Text } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime, formatInstant } from '../../lib/format-date.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** 09:05 is 545; undefined if it is not a time. */
export function minuteOf(clock: string): number | undefined {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(clock.trim())
  const minute = Number(parts?.[1]) * 60 + Number(parts?.[2])
  return parts && minute < 1440 && Number(parts[2]) < 60 ? minute : undefined
}

/** How long, in words. */
export function durationText(minutes: number, t: Text): string {
  if (minutes < 60) return t('attendance:minutes.only', { minutes })
  return t('attendance:minutes.hours', { hours: Math.floor(minutes / 60), minutes: two(minutes % 60) })
}

/** The wall clock in the rule's zone, marked if it is on the next date. */
export function punchTime(
  at: string | null,
  on: string,
  timeZone: string,
  t: Text,
  detail: 'minute' | 'second' = 'second',
): string {
  if (at === null) return '–'
  const text = formatInstant(at, detail, timeZone)
  const time = text.slice(11)
  return text.slice(0, 10) === on ? time : t('attendance:nextDay', { time })
}

/** Today in the enterprise's zone. */
export const todayOn = () => companyTime(instantOf(nowMs()), 'day')

export const addDays = (on: string, days: number) =>
  instantOf(instantMs(`${on}T00:00:00Z`) + days * 86_400_000).slice(0, 10)

/** The month before or after. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${Math.floor(count / 12)}-${two((count % 12) + 1)}`
}

/** Every date of a month. */
export function datesOf(month: string): string[] {
  const dates: string[] = []
  for (let on = `${month}-01`; on.startsWith(month); on = addDays(on, 1)) dates.push(on)
  return dates
}

/** The month that a period is exactly, or undefined. */
export function wholeMonth(from: string, to: string): string | undefined {
  const month = from.slice(0, 7)
  return from.endsWith('-01') && datesOf(month).at(-1) === to ? month : undefined
}
