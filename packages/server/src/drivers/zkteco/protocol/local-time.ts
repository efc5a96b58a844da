/**
 * Times of these terminals are local times without a zone: as text, or as one number that counts seconds as if every month had 31 days.
 */

const form = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d{1,9})?)?$/

/** The text or the number as a local time; undefined for anything else. */
export function readLocalTime(text: string): Temporal.PlainDateTime | undefined {
  const trimmed = text.trim()
  if (/^\d{6,11}$/.test(trimmed)) return decodeTime(Number(trimmed))
  const match = form.exec(trimmed)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  return plainOf({ year, month, day, hour, minute, second })
}

const isDateFirst = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[ T]/
/** Whether a column is a date with a time: it is found by its form where a terminal swaps columns. */
export const looksLikeTime = (text: string): boolean => isDateFirst.test(text.trim())

export function decodeTime(code: number): Temporal.PlainDateTime | undefined {
  const days = Math.floor(code / 86_400)
  const seconds = code % 86_400
  return plainOf({
    year: 2000 + Math.floor(days / 372),
    month: (Math.floor(days / 31) % 12) + 1,
    day: (days % 31) + 1,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  })
}

export const encodeTime = (time: Temporal.PlainDateTime): number =>
  ((time.year - 2000) * 372 + (time.month - 1) * 31 + time.day - 1) * 86_400 +
  (time.hour * 60 + time.minute) * 60 +
  time.second

/** No clock of a terminal shows another year; one that does is set to a calendar that is not known, and its rows are kept as they came. */
const [firstYear, lastYear] = [1970, 2199]
/** Clocks that are set to the calendar of Iran. */
const isIranian = (year: number) => year >= 1300 && year < 1500

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>

function plainOf(parts: Parts): Temporal.PlainDateTime | undefined {
  const calendar = isIranian(parts.year) ? 'persian' : 'iso8601'
  try {
    const found = Temporal.PlainDateTime.from({ ...parts, calendar }, { overflow: 'reject' }).withCalendar('iso8601')
    return found.year >= firstYear && found.year <= lastYear ? found : undefined
  } catch {
    return undefined
  }
}

/** The instant of a local time; of an hour that happens twice in autumn the first. */
export const instantOf = (time: Temporal.PlainDateTime, timeZone: string): Temporal.Instant =>
  time.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant()

/** Minutes east of Greenwich. */
export const minutesEast = (timeZone: string, at: Temporal.Instant) =>
  Math.round(at.toZonedDateTimeISO(timeZone).offsetNanoseconds / 60_000_000_000)

/** Some firmware knows hours from -12 to 12 alone, and takes any other number for minutes. */
const maxHours = 12

/** The zone as an attendance terminal takes it: hours, or minutes where the offset is no whole hour, or more of them than it knows. */
export function attendanceZone(timeZone: string, at: Temporal.Instant): string {
  const minutes = minutesEast(timeZone, at)
  return String(minutes % 60 === 0 && Math.abs(minutes) <= maxHours * 60 ? minutes / 60 : minutes)
}

/** The zone as an access terminal takes it: `+0530`. */
export function accessZone(timeZone: string, at: Temporal.Instant): string {
  const minutes = minutesEast(timeZone, at)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`
}
