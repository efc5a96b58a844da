import type { ImportColumn } from '@gatehouse/contract/import-columns.ts'
import { columnsOf } from '@gatehouse/contract/import-titles.ts'
import { type CellObject, CFB, read, type WorkBook } from '@e965/xlsx'
import type { SheetAnswer, SheetCell, SheetLine } from './sheet-jobs.ts'

/** No field is longer than the path of a department; what is longer is cut, and then refused as too long. */
const longestCell = 1_000
/** A small file can name one long text a thousand times; a list of people is never this large. */
const mostText = 8_000_000
const mostColumns = 200

const refused = (code: Extract<SheetAnswer, { kind: 'refused' }>['code']) => ({ kind: 'refused', code }) as const

/** The workbook for reading: only values, no formulas, no styles. @throws when it cannot be read */
export const readBook = (bytes: Uint8Array): WorkBook =>
  read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellStyles: false, bookVBA: false })

/**
 * The list of people on the first sheet. Titles are taken in any order, as `columnsOf` knows them. Formulas count
 * with the value that Excel computed last; macros are refused, they are nothing that a list needs.
 */
export function readList(bytes: Uint8Array): SheetAnswer {
  const container = refuseContainer(bytes)
  if (container) return container
  let book: WorkBook
  try {
    book = readBook(bytes)
  } catch {
    return refused('import.damaged')
  }
  if (Object.values(book.Sheets).some((sheet) => String(sheet['!type']) === 'macro')) return refused('import.macros')
  const rows = rowsOf(book)
  const [titles, ...lines] = rows
  if (!titles || titles.cells.length > mostColumns) return refused('import.wrong-template')

  const known = columnsOf(titles.cells.map(textOf))
  const columns = known.filter((column) => column !== undefined)
  if (!columns.includes('name') || new Set(columns).size !== columns.length) return refused('import.wrong-template')
  const hasDate1904 = book.Workbook?.WBProps?.date1904 === true
  let text = 0
  const people: SheetLine[] = []
  for (const { number, cells } of lines) {
    const line: SheetLine = { number, cells: {} }
    for (const [index, column] of known.entries()) {
      const cell = column && readCell(cells[index], column, hasDate1904)
      if (!column || !cell) continue
      line.cells[column] = cell
      text += cell.text.length
    }
    if (text > mostText) return refused('import.damaged')
    if (Object.keys(line.cells).length > 0) people.push(line)
  }
  if (people.length === 0) return refused('import.empty')
  const ignoredColumns = titles.cells.flatMap((cell, index) => {
    const title = textOf(cell).slice(0, 100)
    return title && !known[index] ? [title] : []
  })
  return { kind: 'list', list: { lines: people, columns, ignoredColumns } }
}

/** What the container itself says: no workbook in it, a password, macros. */
function refuseContainer(bytes: Uint8Array): SheetAnswer | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- the library types this part of itself as any
    const { FullPaths: paths } = CFB.read(bytes, { type: 'buffer' }) as { FullPaths: string[] }
    const has = (name: string) => paths.some((path) => path.split('/').includes(name))
    if (has('EncryptedPackage')) return refused('import.damaged')
    if (has('_VBA_PROJECT_CUR')) return refused('import.macros')
    return has('Workbook') || has('Book') ? undefined : refused('import.not-xls')
  } catch {
    return refused('import.damaged')
  }
}

type Row = { number: number; cells: (CellObject | undefined)[] }

/** The rows of the first sheet from the first that holds anything, with Excel's numbers. */
function rowsOf(book: WorkBook): Row[] {
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const data: (CellObject | undefined)[][] = sheet?.['!data'] ?? []
  const rows: Row[] = []
  for (const [index, cells] of data.entries()) {
    if (cells?.some((cell) => textOf(cell) !== '')) rows.push({ number: index + 1, cells: Array.from(cells) })
  }
  return rows
}

const textOf = (cell: CellObject | undefined): string =>
  cell?.v === undefined || cell.v === null || cell.t === 'e' ? '' : String(cell.v).trim()

const dateColumns = new Set<ImportColumn>(['birthday', 'entryDate'])

function readCell(cell: CellObject | undefined, column: ImportColumn, hasDate1904: boolean): SheetCell | undefined {
  if (cell?.t === 'e') return { text: '', problem: 'cell-error' }
  if (cell?.t !== 'n' || typeof cell.v !== 'number') {
    // Cut by code points, so that no half of a character is left.
    const text = textOf(cell)
    return text === ''
      ? undefined
      : { text: text.length > longestCell ? [...text.slice(0, 2 * longestCell)].slice(0, longestCell).join('') : text }
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
