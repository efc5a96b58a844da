import { buffer } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import PdfKit from 'pdfkit'
import { openPdfFonts } from './pdf-fonts.ts'
import type { PdfCell, PdfDocument, PdfTable } from './pdf-document.ts'

const margin = 36
/** From the top of a line to its base line, as a share of the size of its letters. */
const ascent = 1.1
const rowHeight = 19
const cellGap = 6
const footerHeight = 24
const sizes = { title: 17, line: 9.5, heading: 13, column: 8, cell: 9.5, footer: 8 } as const
const colours = { text: '#14161c', quiet: '#5b606b', rule: '#d9dade' } as const

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- draw-pdf.ts is the only one that starts this thread
const document = workerData as PdfDocument
const page = new PdfKit({
  size: 'A4',
  margins: { top: margin, left: margin, right: margin, bottom: 0 },
  bufferPages: true,
  info: { Title: document.title, Creator: 'Gatehouse' },
})
const drawn = buffer(page)
const fonts = openPdfFonts(page)
const width = page.page.width - 2 * margin
const bottom = page.page.height - margin - footerHeight

/** Draws one line of text from `x`, in the fonts that have its characters, cut with an ellipsis at this width. */
function drawText(text: string, x: number, y: number, maxWidth: number, size: number, colour: string): void {
  page.fontSize(size).fillColor(colour)
  let at = x
  for (const run of fonts.fit(text, maxWidth)) {
    page.font(run.font)
    // Fonts differ in height: all of a line stand on one base line.
    page.text(run.text, at, y + size * ascent, { lineBreak: false, baseline: 'alphabetic' })
    at += page.widthOfString(run.text)
  }
}

function drawBox({ isTicked }: { isTicked: boolean }, x: number, y: number): void {
  const side = 10
  page.lineWidth(0.8).strokeColor(colours.text).rect(x, y, side, side).stroke()
  if (!isTicked) return
  const tick = page.moveTo(x + 2, y + 5.2).lineTo(x + 4.2, y + 7.6)
  tick.lineTo(x + 8.2, y + 2.4).stroke()
}

/** The left edge and the width of each column. */
function placesOf({ columns }: PdfTable) {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin
  return columns.map(({ share, title }) => {
    const place = { title, x, width: (width * share) / shares - cellGap }
    x += (width * share) / shares
    return place
  })
}
type Places = ReturnType<typeof placesOf>

function drawRule(y: number): void {
  const line = page.lineWidth(0.5).strokeColor(colours.rule).moveTo(margin, y)
  line.lineTo(margin + width, y).stroke()
}

/** Gives where the rows begin. */
function drawHead(table: PdfTable, places: Places, y: number): number {
  drawText(table.heading, margin, y, width, sizes.heading, colours.text)
  const titles = y + 24
  for (const { title, x, width } of places) drawText(title, x, titles, width, sizes.column, colours.quiet)
  drawRule(titles + 14)
  return titles + 18
}

function drawCell(cell: PdfCell, { x, width }: Places[number], y: number): void {
  if (typeof cell === 'string') drawText(cell, x, y, width, sizes.cell, colours.text)
  else drawBox(cell, x, y + 1)
}

function drawTable(table: PdfTable, top: number): void {
  const places = placesOf(table)
  let y = drawHead(table, places, top)
  if (table.rows.length === 0) drawText(table.empty, margin, y, width, sizes.cell, colours.quiet)
  for (const row of table.rows) {
    if (y + rowHeight > bottom) {
      page.addPage()
      y = drawHead(table, places, margin)
    }
    for (const [index, place] of places.entries()) drawCell(row[index] ?? '', place, y)
    drawRule(y + rowHeight - 4)
    y += rowHeight
  }
}

function drawTitle(): number {
  drawText(document.title, margin, margin, width, sizes.title, colours.text)
  let y = margin + 28
  for (const line of document.lines) {
    drawText(line, margin, y, width, sizes.line, colours.quiet)
    y += 14
  }
  return y + 12
}

function drawFooters(): void {
  const { start, count } = page.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    page.switchToPage(index)
    const y = page.page.height - margin - 4
    drawText(document.footer, margin, y, width - 60, sizes.footer, colours.quiet)
    drawText(`${index - start + 1} / ${count}`, margin + width - 40, y, 40, sizes.footer, colours.quiet)
  }
}

let top = drawTitle()
for (const [index, table] of document.tables.entries()) {
  if (index > 0) {
    page.addPage()
    top = margin
  }
  drawTable(table, top)
}
drawFooters()
page.end()
parentPort?.postMessage(new Uint8Array(await drawn))
