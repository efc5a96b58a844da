import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvFile, csvLine } from './list-csv.ts'

describe('[MAN-12] a cell of an export', () => {
  it.each(['=1+1', '+10-123456', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1'])(
    'does not run %j as a formula',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('keeps numbers as numbers, negative ones too', () => {
    expect(csvCell(-3)).toBe('-3')
  })

  it('is empty where there is nothing', () => {
    expect([csvCell(null), csvCell(undefined), csvCell('')]).toEqual(['', '', ''])
  })

  it('is quoted where it holds what separates cells and lines', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n')
  })

  it('never begins with what starts a formula, whatever somebody is called', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(csvCell(text).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})

it('marks the file as UTF-8 for spreadsheets', async () => {
  const bytes = new Uint8Array(await csvFile([csvLine(['部门'])]).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})
