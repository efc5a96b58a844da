/** A cell of an export: numbers stay numbers, everything else is text. */
export type CsvCell = string | number | null | undefined

/**
 * One cell as RFC 4180 wants it. A text that a spreadsheet would run as a formula (it starts with = + - @, in some countries
 * also as wide signs, a tab or a line break) gets an apostrophe before it: people type their own names, and names reach other
 * people's computers.
 */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** A file from lines; the byte order mark makes Excel read it as UTF-8. */
export const csvFile = (lines: readonly string[]) => new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' })
