import { csvLine } from '@gatehouse/contract/csv.ts'
import { expect, it } from 'vitest'
import { csvFile } from './list-csv.ts'

it('an exported file is marked as UTF-8 for spreadsheets', async () => {
  const bytes = new Uint8Array(await csvFile([csvLine(['部门'])]).arrayBuffer())
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
})
