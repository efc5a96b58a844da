import { Readable } from 'node:stream'
import { type CsvCell, csvLine, csvMark } from '@gatehouse/contract/csv.ts'
import { ZipFile } from 'yazl'

/** A cell of an export: a day or a moment on a zone's wall clock is a date in a workbook, and a text in a CSV. */
export type Cell = CsvCell | Temporal.PlainDate | Temporal.PlainDateTime
type Rows = AsyncIterable<readonly (readonly Cell[])[]>

/** `2026-11-21`, `2026-11-21 08:30:00`. */
export const plainCell = (cell: Cell): CsvCell =>
  cell instanceof Temporal.PlainDateTime
    ? cell.toString({ smallestUnit: 'second' }).replace('T', ' ')
    : cell instanceof Temporal.PlainDate
      ? cell.toString()
      : cell

/** The first line of a file. */
export const csvHead = (cells: readonly CsvCell[]) => csvMark + csvLine(cells)

/** A table as CSV, written while it is read. */
export const csvStream = (head: readonly string[], rows: Rows): Readable =>
  Readable.from(
    (async function* () {
      yield csvHead(head)
      for await (const chunk of rows) yield chunk.map((cells) => csvLine(cells.map(plainCell))).join('')
    })(),
    { objectMode: false },
  )

// XML 1.0 has no form for these characters, not even escaped.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xml = (text: string) =>
  text
    .replaceAll(unwritable, '')
    // A text that looks like an escape of the format must not be read as one, and a carriage return would come back as
    // a line feed.
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** The first day of the count. */
const dayZero = Temporal.PlainDateTime.from('1899-12-30')
/** Before March 1900 Excel counts a 29 February that never existed. */
const firstSureDay = 61

/** Texts stay texts here: a cell of an inline string is never executed, whatever it begins with. */
function xlsxCell(cell: Cell): string {
  if (cell instanceof Temporal.PlainDate || cell instanceof Temporal.PlainDateTime) {
    const isDay = cell instanceof Temporal.PlainDate
    const at = isDay ? cell : cell.round({ smallestUnit: 'second', roundingMode: 'floor' })
    const days = dayZero.until(at).total('days')
    if (days >= firstSureDay) return `<c s="${isDay ? 1 : 2}"><v>${days}</v></c>`
  }
  const value = plainCell(cell)
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`
}

const xlsxRow = (cells: readonly Cell[]) => `<row>${cells.map(xlsxCell).join('')}</row>`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook with one sheet that do not depend on its content. */
const frame = (sheet: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // The formats of cells: 0 general, 1 a day, 2 a moment; in every country alike.
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})

/** A workbook with one sheet, written while its rows are read: half a million people take no memory. */
export function xlsxStream(sheet: string, head: readonly string[], rows: Rows): Readable {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(frame(sheet))) zip.addBuffer(Buffer.from(text), name)
  const lines = Readable.from(
    (async function* () {
      yield `${declaration}<worksheet xmlns="${main}"><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>${xlsxRow(head)}`
      for await (const chunk of rows) yield chunk.map(xlsxRow).join('')
      yield '</sheetData></worksheet>'
    })(),
    { objectMode: false },
  )
  const output = Readable.from(zip.outputStream, { objectMode: false })
  lines.on('error', (error) => output.destroy(error))
  zip.addReadStream(lines, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}
