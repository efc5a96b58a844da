/** A cell of an export: numbers stay numbers, everything else is text. */
export type CsvCell = string | number | null | undefined

/**
 * Text that a spreadsheet runs as a formula (in some countries full-width signs too): at the start of a cell, and after a
 * character that another spreadsheet reads as the end of a cell. In most of Europe Excel splits at `;` even inside quotes.
 */
const formula = /(^|[;\t\r\n])(["'\s]*)(?=[=+\-@＝＋－＠])/g
/** The same with an apostrophe before it. */
const madeHarmless = /(^|[;\t\r\n])(["'\s]*)'(?=[=+\-@＝＋－＠])/g

/**
 * One cell as RFC 4180 wants it. A text that would be run as a formula gets an apostrophe before it: people type their own
 * names, and names reach other people's computers.
 */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replaceAll(formula, "$1$2'").replace(/^(?='*[\t\r\n])/, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text that `csvCell` made harmless, out of its quotes: an exported list can be brought back. */
export const plainCsvText = (text: string): string =>
  text.replace(/^'(?='*[\t\r\n])/, '').replaceAll(madeHarmless, '$1$2')

export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The byte order mark, by which Excel knows a file for UTF-8. */
export const csvMark = '\uFEFF'
