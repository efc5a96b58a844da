import type { Language } from '@gatehouse/contract/envelope.ts'
import { templateColumns } from '@gatehouse/contract/import-columns.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import { type CellObject, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { dateColumns, findList, formatOf, readBook } from './read-list.ts'

/** Text beyond 255 characters is cut: the library's table of shared strings never ends on some long ones. */
function bytesOf(book: WorkBook, bookType: 'biff8' | 'xlsx' = 'biff8'): Uint8Array {
  // The library types what it writes as any.
  const bytes: unknown = write(book, { type: 'buffer', bookType, bookSST: false, compression: true })
  if (!(bytes instanceof Uint8Array)) throw new Error('the workbook was written as something else than bytes')
  // The bytes are copied: Node's buffer is part of a pool, which cannot be transferred in a message.
  return new Uint8Array(bytes)
}

/** Columns whose numbers Excel would round, or whose zeros it would drop. */
const textColumns = new Set<string>(['phone', 'jobId', 'icCard', 'idNumber', 'extension', 'regionCode'])

/** The titles are on the first sheet, the instructions on the second. */
export function writeTemplate(language: Language): Uint8Array {
  const { columns, hints, sheet, explanation } = importTexts[language]
  const list = utils.aoa_to_sheet([templateColumns.map((column) => columns[column])])
  list['!cols'] = templateColumns.map((column) => ({ wch: textColumns.has(column) ? 20 : 14 }))
  const words = utils.aoa_to_sheet(templateColumns.map((column) => [columns[column], hints[column]]))
  words['!cols'] = [{ wch: 18 }, { wch: 90 }]
  const book = utils.book_new()
  utils.book_append_sheet(book, list, sheet)
  utils.book_append_sheet(book, words, explanation)
  return bytesOf(book)
}

type CellRow = (CellObject | undefined)[]

/**
 * The list as it was uploaded, values only, with the result of each line in the first free column: an .xls again, or an
 * .xlsx of the other formats.
 */
export async function writeResult(
  bytes: Uint8Array,
  language: Language,
  lines: ReadonlyMap<number, string>,
): Promise<Uint8Array> {
  const book = await readBook(bytes)
  if (typeof book === 'string') throw new Error(book)
  const found = findList(book)
  const name = found?.sheet ?? book.SheetNames[0] ?? ''
  // A row without cells is a hole in the library's array, which map skips.
  const data = Array.from<CellRow | undefined>(book.Sheets[name]?.['!data'] ?? [])
  const isXls = formatOf(Buffer.from(bytes)) === 'xls'
  const width = Math.min(
    isXls ? 255 : 1_000,
    data.reduce((max, row) => Math.max(max, row?.length ?? 0), 0),
  )
  const result: WorkSheet = {}
  const put = (row: number, column: number, cell: CellObject) => {
    result[utils.encode_cell({ r: row, c: column })] = cell
  }
  const isDay = (column: number) => {
    const name = found?.columns[column]
    return name !== undefined && dateColumns.has(name)
  }
  // Days of an old Mac are counted from four years later.
  const dayZero = book.Workbook?.WBProps?.date1904 === true ? 1_462 : 0
  for (const [row, cells] of data.entries()) {
    for (const [column, cell] of (cells ?? []).entries()) {
      if (column >= width || !cell || cell.v === undefined || cell.v === null) continue
      // Text stays text: a text that begins with "=" is no formula. Numbers keep their format.
      if (cell.t === 'n' && typeof cell.v === 'number' && isDay(column))
        put(row, column, { t: 'n', v: cell.v + dayZero, z: 'yyyy\\-mm\\-dd' })
      else if (cell.t === 'n' && typeof cell.v === 'number' && cell.z === undefined)
        put(row, column, { t: 'n', v: cell.v })
      else put(row, column, { t: 's', v: cell.t === 'e' ? '' : (cell.w ?? String(cell.v)) })
    }
    const text = row + 1 === found?.titleLine ? importTexts[language].result : lines.get(row + 1)
    if (text !== undefined) put(row, width, { t: 's', v: text })
  }
  result['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, data.length - 1), c: width } })
  result['!cols'] = [...Array.from({ length: width }, () => ({ wch: 14 })), { wch: 60 }]
  const written = utils.book_new()
  utils.book_append_sheet(written, result, name.slice(0, 31) || importTexts[language].sheet)
  return bytesOf(written, isXls ? 'biff8' : 'xlsx')
}
