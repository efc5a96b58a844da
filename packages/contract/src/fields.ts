import { z } from 'zod'

/** PostgreSQL cannot store NUL, and lone surrogates cannot be written as UTF-8: both are refused with a code instead of failing below. */
export const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

// Characters that are invisible and that nobody types: they turn the direction of text, or make two names look like
// one. Copied text contains them. Joiners and variation selectors stay: emoji and words in Persian and Hindi need them,
// Chinese and Japanese names need the latter.
const unseen = /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/gu
// After letters that never need one, and at the beginning, they are as invisible as the others and are removed.
const needless =
  /(?<=^|[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\s])[\p{Join_Control}\p{Variation_Selector}]+|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{N}])\p{Join_Control}+/gu
/** Control characters, line ends too, and code points that will never be a character (U+FFFE). */
const noLetter = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u
const typed = () =>
  z
    .string()
    .overwrite((text) => text.replaceAll(unseen, '').replaceAll(needless, ''))
    .trim()

/** One line of text that a person typed: trimmed, storable, at most `max` characters (code points count, not bytes). */
export const line = (max: number) =>
  typed()
    .refine((text) => [...text].length <= max, { error: 'too-long', params: { max } })
    .refine(storable, { error: 'not-storable' })
    .refine((text) => !noLetter.test(text.replaceAll('\0', '')), { error: 'control-character' })

/** A line that must not be empty. */
export const requiredLine = (max: number) => line(max).refine((text) => text.length > 0, { error: 'required' })

/** Several lines (remarks): line breaks are allowed. */
export const lines = (max: number) =>
  typed()
    .refine((text) => [...text].length <= max, { error: 'too-long', params: { max } })
    .refine(storable, { error: 'not-storable' })
    .refine((text) => !/\p{Noncharacter_Code_Point}/u.test(text), { error: 'control-character' })

/** An identifier of a person in one spelling: full-width letters become usual ones, and invisible characters are removed. */
export const plainSpelling = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()

/** A line that may be absent: `null` clears it. */
export const optionalLine = (max: number) =>
  line(max)
    .transform((text) => text || null)
    .nullable()

const networkEntry = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Addresses and networks between commas: `10.1.0.0/16, 10.2.0.7`; null: none. */
export const networkList = optionalLine(200).refine(
  (text) => text === null || text.split(',').every((part) => networkEntry.safeParse(part.trim()).success),
  { error: 'network-form' },
)

/** Shown for a stored value that cannot be decrypted because the key has changed. No field takes it. */
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

/**
 * A local date, of a year that people plan in: PostgreSQL knows no year 0, and dates of the product lie within these
 * years.
 */
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
