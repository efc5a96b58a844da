import { expect, it } from 'vitest'
import { csvLine } from './spreadsheet.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-1", "', `"'-1"", """`],
  ['Li Wei', 'Li Wei'],
])('the text %s is no formula in a table: %s', (text, cell) => expect(csvLine([text])).toBe(`${cell}\r\n`))

it('a number stays a number', () => expect(csvLine([-1, null])).toBe('-1,\r\n'))
