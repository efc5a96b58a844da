import { dayOfWeek, instantMs, instantOf } from '../../../lib/clock.ts'

/** A local date, `2026-11-27`. */
export type Day = string
/** The time that a clock on the wall shows, `2026-11-27T18:00`: sorts as text. */
export type Wall = string

const dayMs = 86_400_000

export const dayOf = (wall: Wall): Day => wall.slice(0, 10)
export const minuteOf = (wall: Wall) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))

export const addDays = (day: Day, days: number): Day =>
  instantOf(instantMs(`${day}T00:00:00Z`) + days * dayMs).slice(0, 10)

/** The minute may be beyond the day. */
export const wallAt = (day: Day, minute: number): Wall =>
  instantOf(instantMs(`${day}T00:00:00Z`) + Math.round(minute) * 60_000).slice(0, 16)

/** Monday 0 to Sunday 6. */
export const weekdayOf = (day: Day) => (dayOfWeek(day) + 6) % 7

/** Undefined: there is no such day. */
export function dayFrom(year: number, month: number, day: number): Day | undefined {
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return addDays(addDays(`${text.slice(0, 8)}01`, day - 1), 0) === text ? text : undefined
}
