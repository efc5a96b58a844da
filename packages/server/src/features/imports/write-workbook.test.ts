import { templateColumns } from '@gatehouse/contract/import-columns.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import { read, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workbook } from '../../../test/workbook.ts'
import { readList } from './read-list.ts'
import { writeResult } from './write-workbook.ts'

const titles = templateColumns.map((column) => importTexts.en.columns[column])
const cell = fc.oneof(
  fc.constant(null),
  fc.constant(''),
  fc.string({ maxLength: 12 }),
  fc.integer({ min: -5, max: 99_999 }),
  fc.boolean(),
)
/** `null` is a row without cells. Rows may have any length. */
const row = fc.oneof(
  { arbitrary: fc.array(cell, { maxLength: 24 }), weight: 4 },
  { arbitrary: fc.constant(null), weight: 1 },
)
const corner = fc.record({ r: fc.nat(14), c: fc.nat(20) })
const sheet = fc.record({
  above: fc.array(row, { maxLength: 2 }),
  rows: fc.array(row, { maxLength: 12 }),
  merges: fc.array(fc.tuple(corner, fc.nat(2), fc.nat(2)), { maxLength: 2 }),
})

const rowsOf = (bytes: Uint8Array) => {
  const book = read(bytes, { type: 'buffer' })
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    defval: '',
    blankrows: true,
  })
}

describe('[MAN-07] the result of an import', () => {
  it('the result is written for every list that was read, whatever holes it has, each reason beside its line', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, async ({ above, rows, merges }) => {
        const bytes = workbook([...above.map((cells) => cells ?? []), titles, ...rows.map((cells) => cells ?? [])], {
          merges: merges.map(([s, high, wide]) => ({ s, e: { r: s.r + high, c: s.c + wide } })),
        })
        const answer = await readList(bytes)
        const lines = answer.kind === 'list' ? answer.list.lines : []
        const reasons = new Map(lines.map(({ number }) => [number, `reason ${number}`]))
        const written = rowsOf(await writeResult(bytes, 'en', reasons))
        for (const { number } of lines) expect(written[number - 1]?.at(-1)).toBe(`reason ${number}`)
      }),
      { numRuns: 300 },
    )
  })

  it.each(['biff8', 'xlsx'] as const)(
    'the result shows days as days, also of an old Mac, and reads them again (%s)',
    async (bookType) => {
      for (const [date1904, serial] of [
        [false, 32_878],
        [true, 31_416],
      ] as const) {
        const book = utils.book_new()
        book.Workbook = { WBProps: { date1904 } }
        const cells = [
          ['Name', 'Birthday', 'Job ID'],
          ['Ann', serial, 7],
        ]
        utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'Staff')
        const bytes = await writeResult(write(book, { type: 'buffer', bookType }) as Buffer, 'en', new Map([[2, 'No']]))
        const sheet = read(bytes, { type: 'buffer' }).Sheets['Staff']
        expect([sheet?.['B2'], sheet?.['C2']]).toMatchObject([
          { t: 'n', v: 32_878, w: '1990-01-05' },
          { t: 'n', v: 7 },
        ])
        expect(await readList(bytes)).toMatchObject({
          list: { lines: [{ cells: { birthday: { text: '1990-01-05' } } }] },
        })
      }
    },
  )

  it('the result is written where a row in the middle is empty', async () => {
    const bytes = workbook([['Name'], ['Ann'], [], ['Bob']])
    expect(rowsOf(await writeResult(bytes, 'en', new Map([[4, 'Created']]))).at(-1)).toEqual(['Bob', 'Created'])
  })
})
