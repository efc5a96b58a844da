import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, plainCsvText } from './csv.ts'

describe('[MAN-12] a cell of an export', () => {
  it.each(['=1+1', '+10-123456', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1'])(
    'a cell does not run %j as a formula',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it.each([
    ["x;=cmd|' /C calc'!A0", `"x;'=cmd|' /C calc'!A0"`],
    ['x\t@SUM(A1)', `"x\t'@SUM(A1)"`],
    ['x; "=1', `"x; ""'=1"`],
    ['x\n+1', `"x\n'+1"`],
  ])('a cell does not run %j where the file is split at another character: %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  it('a cell keeps numbers as numbers, negative ones too', () => {
    expect(csvLine([-3, null])).toBe('-3,\r\n')
  })

  it('a cell without a value is empty', () => {
    expect([csvCell(null), csvCell(undefined), csvCell('')]).toEqual(['', '', ''])
  })

  it('a cell is quoted if it holds a character that separates cells or lines', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain', 'Li Wei'])).toBe(
      '"a,b","say ""hi""","two\nlines",plain,Li Wei\r\n',
    )
  })

  it('a cell never begins with a character that starts a formula, whatever the name and wherever the line is split', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'=+-@;\t\r\n"\', ax＝') })
    fc.assert(
      fc.property(signs, (text) => {
        for (const part of `${csvLine([text, 'b'])}`.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^["\s]*[=+\-@＝]/)
        expect(csvCell(text).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })

  it('a cell is read back as the text that was written', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'=+-@;\t\r\n"\', ax＝') })
    fc.assert(
      fc.property(signs, (text) => {
        const cell = csvCell(text)
        const unquoted = cell.startsWith('"') && cell !== text ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(plainCsvText(unquoted)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })
})
