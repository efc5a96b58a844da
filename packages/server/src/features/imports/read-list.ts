import type { ImportColumn } from '@gatehouse/contract/import-columns.ts'
import { columnsOf, joinName, namePartsOf } from '@gatehouse/contract/import-titles.ts'
import { type CellObject, CFB, read, type WorkBook } from '@e965/xlsx'
import { bookOfCsv } from './read-csv.ts'
import { maxLines, type SheetAnswer, type SheetCell, type SheetLine, type SheetRefusal } from './sheet-jobs.ts'
import { unpackXlsx } from './unpack-xlsx.ts'

/** No field is longer than the path of a department; what is longer is cut, and then refused as too long. */
const maxCell = 1_000
/** A small file can name one long text a thousand times; a list of people is never this large. */
const maxText = 8_000_000
const maxColumns = 200
/** Titles stand here at the latest: above them there may be the name of the house, a date, an empty line. */
const maxLinesAbove = 15
const maxSheets = 10

const refused = (code: SheetRefusal) => ({ kind: 'refused', code }) as const

const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipSignature = Buffer.from('504b0304', 'hex')

/** The format of a file by its bytes, whatever its name. */
export const formatOf = (bytes: Buffer): 'xls' | 'xlsx' | 'csv' =>
  bytes.subarray(0, oleSignature.length).equals(oleSignature)
    ? 'xls'
    : bytes.subarray(0, zipSignature.length).equals(zipSignature)
      ? 'xlsx'
      : 'csv'

/** The workbook for reading: only values, no formulas, no styles. @throws when it cannot be read */
export async function readBook(bytes: Uint8Array): Promise<WorkBook | SheetRefusal> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(buffer)
  if (format === 'csv') return bookOfCsv(buffer.toString('utf8'))
  const refusal = format === 'xls' ? refuseContainer(bytes) : undefined
  if (refusal) return refusal
  const unpacked = format === 'xlsx' ? await unpackXlsx(buffer) : bytes
  if (typeof unpacked === 'string') return unpacked
  const options = { cellFormula: false, cellHTML: false, cellStyles: false, bookVBA: false } as const
  const book = read(unpacked, { type: 'buffer', dense: true, ...options })
  const hasMacros = Object.values(book.Sheets).some((sheet) => String(sheet['!type']) === 'macro')
  return hasMacros ? 'import.macros' : book
}

/** The place of the list in a workbook: the first sheet with a line of titles that names people. */
export type FoundList = {
  sheet: string
  /** The number of the line of titles, as Excel shows it. */
  titleLine: number
  titles: string[]
  columns: (ImportColumn | undefined)[]
  /** The columns of the two parts of a name, if the name has no column of its own. */
  nameParts: { first: number; last: number } | undefined
  rows: Row[]
}

export function findList(book: WorkBook): FoundList | undefined {
  for (const sheet of book.SheetNames.slice(0, maxSheets)) {
    const rows = rowsOf(book, sheet)
    for (const [index, row] of rows.slice(0, maxLinesAbove).entries()) {
      const titles = row.cells.map(textOf)
      const columns = columnsOf(titles)
      const nameParts = columns.includes('name') ? undefined : namePartsOf(titles)
      if (columns.includes('name') || nameParts)
        return { sheet, titleLine: row.number, titles, columns, nameParts, rows: rows.slice(index + 1) }
    }
  }
  return undefined
}

/**
 * The list of people in a workbook or CSV. Titles are taken in any order, as `columnsOf` knows them. Formulas count with
 * the value that was computed last; macros are refused, they are nothing that a list needs.
 */
export async function readList(bytes: Uint8Array): Promise<SheetAnswer> {
  let book: WorkBook | SheetRefusal
  try {
    book = await readBook(bytes)
  } catch {
    return refused('import.damaged')
  }
  if (typeof book === 'string') return refused(book)
  const found = findList(book)
  if (!found || found.titles.length > maxColumns) return refused('import.wrong-template')
  const { columns: known, nameParts } = found
  const columns = known.filter((column) => column !== undefined)
  if (new Set(columns).size !== columns.length) return refused('import.wrong-template')
  const hasDate1904 = book.Workbook?.WBProps?.date1904 === true
  let text = 0
  const people: SheetLine[] = []
  for (const { number, cells } of found.rows) {
    const line: SheetLine = { number, cells: {} }
    for (const [index, column] of known.entries()) {
      const cell = column && readCell(cells[index], column, hasDate1904)
      if (!column || !cell) continue
      line.cells[column] = cell
      text += cell.text.length
    }
    const name = nameParts && joinName(textOf(cells[nameParts.first]), textOf(cells[nameParts.last]))
    if (name) line.cells.name = { text: cut(name) }
    if (text > maxText) return refused('import.damaged')
    if (Object.keys(line.cells).length > 0) people.push(line)
  }
  if (people.length === 0) return refused('import.empty')
  if (people.length > maxLines) return refused('import.too-long')
  const ignoredColumns = found.titles.flatMap((title, index) =>
    title === '' || known[index] || index === nameParts?.first || index === nameParts?.last
      ? []
      : [title.slice(0, 100)],
  )
  return { kind: 'list', list: { lines: people, columns, ignoredColumns } }
}

/** Refuses a file by its container: without a workbook, with a password or with macros. */
function refuseContainer(bytes: Uint8Array): SheetRefusal | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- the library types this part of itself as any
    const { FullPaths: paths } = CFB.read(bytes, { type: 'buffer' }) as { FullPaths: string[] }
    const has = (name: string) => paths.some((path) => path.split('/').includes(name))
    if (has('EncryptedPackage')) return 'import.damaged'
    if (has('_VBA_PROJECT_CUR')) return 'import.macros'
    return has('Workbook') || has('Book') ? undefined : 'import.not-xls'
  } catch {
    return 'import.damaged'
  }
}

type Row = { number: number; cells: (CellObject | undefined)[] }

/** The rows of a sheet that hold anything, with Excel's numbers. */
function rowsOf(book: WorkBook, name: string): Row[] {
  const data: (CellObject | undefined)[][] = book.Sheets[name]?.['!data'] ?? []
  const rows: Row[] = []
  for (const [index, cells] of data.entries()) {
    if (cells?.some((cell) => textOf(cell) !== '')) rows.push({ number: index + 1, cells: Array.from(cells) })
  }
  return rows
}

const textOf = (cell: CellObject | undefined): string =>
  cell?.v === undefined || cell.v === null || cell.t === 'e' ? '' : String(cell.v).trim()

/** The text is cut by code points, so that no half of a character is left. */
const cut = (text: string) =>
  text.length > maxCell
    ? Array.from(text.slice(0, 2 * maxCell))
        .slice(0, maxCell)
        .join('')
    : text

export const dateColumns = new Set<ImportColumn>(['birthday', 'entryDate'])

function readCell(cell: CellObject | undefined, column: ImportColumn, hasDate1904: boolean): SheetCell | undefined {
  if (cell?.t === 'e') return { text: '', problem: 'cell-error' }
  if (cell?.t !== 'n' || typeof cell.v !== 'number') {
    const text = textOf(cell)
    return text === '' ? undefined : { text: cut(text) }
  }
  if (dateColumns.has(column)) return { text: dateOf(cell.v, hasDate1904) }
  if (!Number.isSafeInteger(cell.v) && Number.isInteger(cell.v))
    return { text: String(cell.v), problem: 'number-rounded' }
  // More than 15 digits is more than Excel keeps, though the number may still be whole.
  if (Math.abs(cell.v) >= 1e15) return { text: String(cell.v), problem: 'number-rounded' }
  // A format such as 00000 shows zeros that belong to a job id.
  const shown = cell.w?.trim() ?? ''
  return { text: /^\d+$/.test(shown) && Number(shown) === cell.v ? shown : String(cell.v) }
}

/** Excel counts days, from the end of 1899 or, on old Macs, from 1904. */
function dateOf(serial: number, hasDate1904: boolean): string {
  const days = Math.floor(serial)
  if (days < 1 || days > 3_000_000) return String(serial)
  return Temporal.PlainDate.from(hasDate1904 ? '1904-01-01' : '1899-12-30')
    .add({ days })
    .toString()
}
