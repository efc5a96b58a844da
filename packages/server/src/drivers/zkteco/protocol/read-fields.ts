import { looksLikeTime, readLocalTime } from './local-time.ts'

/** The values of one row by their names in lower case: terminals do not agree about capitals. */
export type Fields = ReadonlyMap<string, string>

/** More fields than any row has: the rest of a longer one is not read. */
const maxFields = 400

/** The rows of a body; some programs end them with CRLF or CR, and some bodies with NUL. A megabyte of empty rows costs nothing. */
export const rowsOf = (text: string): string[] =>
  (text.match(/[^\r\n]+/g) ?? []).map((row) => row.replaceAll('\0', '').trimEnd()).filter((row) => row.trim() !== '')

/** `name=value` pieces; a `~` in front of a name is dropped. A piece without `=` belongs to the value before it. */
export function readFields(text: string, separator: string): Fields {
  const fields = new Map<string, string>()
  let last: string | undefined
  for (const piece of text.split(separator, maxFields)) {
    const at = piece.indexOf('=')
    if (at < 0) {
      if (last !== undefined && separator === ',') fields.set(last, `${fields.get(last) ?? ''},${piece.trimEnd()}`)
      continue
    }
    last = piece.slice(0, at).trim().replace(/^~/, '').toLowerCase()
    fields.set(last, piece.slice(at + 1).trim())
  }
  return fields
}

/** The fields of a row with names, whatever divides them: tabs, commas, or, in the hands of some programs, `&` or blanks. */
export function readNamedFields(row: string): Fields {
  if (row.includes('\t')) return readFields(row, '\t')
  if (/,\s*~?\w+=/.test(row)) return readFields(row, ',')
  if (isJoined.test(row)) return readFields(row, '&')
  return readFields(row.replaceAll(blankBeforeName, '\t'), '\t')
}
/** A value may hold this sign, in a row that blanks divide. */
const isJoined = /^(?!.* \w+=)~?\w+=[^&]*&~?\w+=/
/** A blank in a value, as of a time or a name, divides nothing. It begins where blanks begin: a run of them is walked once. */
const blankBeforeName = /(?<! ) +(?=\w+=)/g

/**
 * The columns of a row without names. A row that has no tab is divided by commas, semicolons or blanks, and a time keeps its own. Blanks divide it
 * where they make a column of the time and commas do not: these stand in a value, as of a work code or a temperature.
 */
export function columnsOf(row: string): string[] {
  if (row.includes('\t')) return row.split('\t').map((column) => column.trim())
  const byBlank = row.replace(blanksBeforeFirst, '').replace(blankInTime, '$1T$2').trimEnd().split(/ +/)
  if (!/[,;]/.test(row)) return byBlank
  const byComma = row.split(/[,;]/).map((column) => column.trim())
  return hasTime(byBlank) && !hasTime(byComma) ? byBlank : byComma
}
/** An operation tells its time third. */
const hasTime = (columns: readonly string[]) =>
  columns.slice(0, 3).some((column) => looksLikeTime(column) && readLocalTime(column) !== undefined)
/** Blanks before a time stand for an empty first column. */
const blanksBeforeFirst = /^ +(?!\d{4}[-/]| )/
const blankInTime = /(\d{4}[-/]\d{1,2}[-/]\d{1,2}) +(\d{1,2}:\d)/

/** The options of a body: pieces between commas, and after an answer to `INFO` one on each line. */
export function readOptions(text: string): Fields {
  const rows = rowsOf(text)
  if (rows.length > 1) return new Map(rows.flatMap((row) => [...readFields(row, ',')]))
  const [row = ''] = rows
  return readFields(row, isJoined.test(row) && !row.includes(',') ? '&' : ',')
}

/** The word before the fields, in lower case, and the fields: `USER PIN=7⇥Name=Ann`. */
export function readNamedRow(row: string): { name: string; fields: Fields } {
  const [, name = '', rest = ''] = /^\s*([A-Za-z_]\w*)[ \t]+(.*)$/s.exec(row) ?? []
  return name === ''
    ? { name: '', fields: readNamedFields(row) }
    : { name: name.toLowerCase(), fields: readNamedFields(rest) }
}

/** The first of these fields that has a value. */
export const fieldOf = (fields: Fields, ...names: string[]): string => {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value !== '') return value
  }
  return ''
}

/** No number of a terminal is larger, and no column takes one. */
const largest = 2 ** 31 - 1

/** A whole number that a column takes, or null for anything else. */
export function numberOf(text: string | undefined): number | null {
  const number = text !== undefined && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null
  return number !== null && Math.abs(number) <= largest ? number : null
}
