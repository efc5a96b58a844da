/** MAN-09: how a number is stored and found: mainland numbers are digits, others with their area code, e.g. `+10-123456`. */
export const phonePattern = /^(\d{3,20}|\+\d{1,4}-\d{3,15})$/

/** Typed text is longer than the stored number: blanks, brackets, hyphens. */
export const maxTypedPhone = 32

/** Country calling codes of two digits; those that begin with 1 or 7 have one, all others three (ITU-T E.164). */
const twoDigitCodes = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)
const codeLength = (digits: string) => (/^[17]/.test(digits) ? 1 : twoDigitCodes.has(digits.slice(0, 2)) ? 2 : 3)

/**
 * One form of a phone number as people write it: `138 0000 1009`, `020-12345678`, `+49 151 12345678`, `0049…`,
 * `+4915112345678` and `+10-123456` are all read. The mainland's own code is left out, since mainland numbers are
 * stored as digits. A number of a company's own exchange (three digits and more) stays unchanged. undefined: no phone
 * number. `keepsOwnCode`: `+86-13800001009` for a mainland number that was written with its country, for those who keep
 * the code.
 */
export function readPhone(text: string, { keepsOwnCode = false } = {}): string | undefined {
  const typed = text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    // A digit that is dialled only within a country: +49 (0)151 …
    .replace(/^((?:\+|00)[\d\s.-]+)\(0\)/, '$1')
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return undefined
  // An area code that a hyphen separates is the intended one, whether or not there is such a country.
  const [, code, rest] = /^\+(\d{1,4})-([\d\s().\-/]+)$/.exec(typed) ?? []
  const digits = typed.replaceAll(/\D/g, '')
  const international = typed.startsWith('+') ? digits : /^00[1-9]/.test(digits) ? digits.slice(2) : undefined
  if (code === undefined && international !== undefined && !isWhole(international)) return undefined
  const length = codeLength(international ?? '')
  const read =
    code !== undefined && rest !== undefined
      ? withCode(code, rest.replaceAll(/\D/g, ''))
      : international === undefined
        ? digits
        : withCode(international.slice(0, length), international.slice(length))
  const kept = keepsOwnCode || !read.startsWith('+86-') ? read : read.slice('+86-'.length)
  return phonePattern.test(kept) ? kept : undefined
}

/**
 * A stored number as people write it: `+49 15112345678`, which is read as the same one. After a code that no country
 * has, the hyphen stays: only it shows where that code ends.
 */
export function writtenPhone(stored: string | null): string | null {
  const written = stored?.startsWith('+') ? stored.replace('-', ' ') : stored
  return written && readPhone(written, { keepsOwnCode: true }) === stored ? written : stored
}

/** Without a separator after the code, the number must be one that its country could have. */
const isWhole = (international: string) =>
  /^[17]/.test(international) ? /^[17][2-9]\d{9}$/.test(international) : /^[2-9]\d{7,14}$/.test(international)

/** Mainland landlines get back the 0 of their area code, which is left out after +86. */
function withCode(code: string, digits: string): string {
  const isMobile = /^(1\d{10}|0\d*)$/.test(digits)
  return `+${code}-${code === '86' && !isMobile && digits.length >= 9 ? '0' : ''}${digits}`
}
