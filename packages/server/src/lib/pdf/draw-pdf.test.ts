import { expect, it } from 'vitest'
import { pdfText } from '../../../test/pdf-text.ts'
import { drawPdf } from './draw-pdf.ts'

const columns = [
  { title: 'Seen', share: 1 },
  { title: 'Name', share: 4 },
  { title: 'Area', share: 4 },
]
const documentOf = (names: readonly string[], more: object = {}) => ({
  title: 'Muster list',
  lines: ['As of 2026-11-24 16:05 (Asia/Tokyo, UTC+09:00)'],
  footer: 'Footer',
  tables: [
    { heading: 'Lawn', columns, rows: names.map((name) => [{ isTicked: true }, name, 'Hall']), empty: 'Nobody.' },
  ],
  ...more,
})

it('a PDF has names in Chinese of both writings, Latin with accents and Cyrillic, as text', async () => {
  const names = ['张玮喆', '龔芷瑋', 'Zoë Ångström', 'Dvořák Łukasz', 'Юлия Иванова', 'Νίκος', 'Nguyễn Thắng']
  const [page] = await pdfText(await drawPdf(documentOf(names)))
  for (const name of names) expect(page).toContain(name)
  expect(page).toContain('As of 2026-11-24 16:05 (Asia/Tokyo, UTC+09:00)')
  expect(page).toContain('1 / 1')
})

it('a character that no font has is a question mark, and a long name is cut', async () => {
  const [page] = await pdfText(await drawPdf(documentOf(['Kim 한', 'x'.repeat(128)])))
  expect(page).toContain('Kim ?')
  expect(page).toMatch(/x{10,}…/)
  expect(page).not.toContain('x'.repeat(128))
})

it('a table goes on over pages with its head, each table begins on a page, and one without rows says so', async () => {
  const names = Array.from({ length: 90 }, (_, n) => `Person ${n + 1}`)
  const { tables } = documentOf(names)
  const other = { heading: 'Park', columns, rows: [], empty: 'Nobody.' }
  const pages = await pdfText(await drawPdf(documentOf(names, { tables: [...tables, other] })))
  expect(pages).toHaveLength(4)
  for (const page of pages.slice(0, 3)) expect(page).toContain('Lawn')
  expect(names.every((name) => pages.some((page) => page.includes(`${name} Hall`)))).toBe(true)
  expect(pages[3]).toContain('Nobody.')
  expect(pages[3]).toContain('4 / 4')
})

it('several documents at once are all drawn', async () => {
  const drawn = await Promise.all(['A', 'B', 'C'].map((name) => drawPdf(documentOf([name]))))
  expect(drawn.every((bytes) => bytes.subarray(0, 5).toString() === '%PDF-')).toBe(true)
})
