import { z } from 'zod'

/** PostgreSQL cannot store NUL, and lone surrogates cannot be written as UTF-8: both are refused with a code instead of failing below. */
export const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

// What nobody sees and nobody types: it turns the order of what is read, or makes two names look like one. It comes along when text is copied.
const unseen = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const typed = () =>
  z
    .string()
    .overwrite((text) => text.replaceAll(unseen, ''))
    .trim()

/** One line of text that a person typed: trimmed, storable, at most `max` characters (code points count, not bytes). */
export const line = (max: number) =>
  typed()
    .refine((text) => [...text].length <= max, { error: 'too-long', params: { max } })
    .refine(storable, { error: 'not-storable' })
    .refine((text) => !/[\u0001-\u001f\u007f]/.test(text), { error: 'control-character' })

/** A line that must not be empty. */
export const requiredLine = (max: number) => line(max).refine((text) => text.length > 0, { error: 'required' })

/** Several lines (remarks): line breaks are allowed. */
export const lines = (max: number) =>
  typed()
    .refine((text) => [...text].length <= max, { error: 'too-long', params: { max } })
    .refine(storable, { error: 'not-storable' })

/** A line that may be absent: `null` clears it. */
export const optionalLine = (max: number) =>
  line(max)
    .transform((text) => text || null)
    .nullable()

/** Shown for a value that is stored and cannot be opened: its key is another. No field takes it. */
export const unreadable = '\uFFFD'

/** A zone of the IANA database, `Asia/Shanghai`: a name, since an offset knows no summer time. */
export const timeZoneName = z.string().min(1).max(64).refine(isTimeZone, { error: 'unknown-zone' })

export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

export const id = z.uuid()

/** A local date, of a year that people plan in: PostgreSQL knows no year 0, and nothing here is of another century than these. */
export const date = z.iso.date().refine((on) => on >= '1900' && on < '2200', { error: 'date-out-of-range' })
/** An instant as ISO 8601 with offset or Z; names end in `At`. */
export const instant = z.iso.datetime({ offset: true })
/**
 * One that a caller names: its year has four digits in UTC, as databases and calendars want it, and its offset is one that
 * PostgreSQL reads (no clock on earth is further than 14 hours from UTC).
 */
export const namedInstant = instant.refine(
  (at) => at >= '1000' && (at < '9999-12-31' || at.endsWith('Z')) && !/[+-](?:1[5-9]|2\d):\d\d$/.test(at),
  { error: 'date-out-of-range' },
)
