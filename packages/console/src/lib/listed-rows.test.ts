import { afterEach, expect, it, vi } from 'vitest'
import { neighboursOf, type ListedRows } from './listed-rows.ts'

const open = vi.fn<(id: string) => void>()
const rows: ListedRows = { ids: ['a', 'b', 'c'], before: 20, total: 23, open }

afterEach(() => vi.clearAllMocks())

it('a row knows its place in the whole list and opens its neighbours', () => {
  const at = neighboursOf(rows, 'b')
  expect([at?.place, at?.of]).toEqual([22, 23])
  at?.next?.()
  at?.previous?.()
  expect(open.mock.calls).toEqual([['c'], ['a']])
})

it('the first row has nothing before it and the last nothing after it', () => {
  expect(neighboursOf(rows, 'a')?.previous).toBeUndefined()
  expect(neighboursOf(rows, 'c')?.next).toBeUndefined()
})

it('a row of no list has no neighbours', () => {
  expect(neighboursOf(rows, 'x')).toBeUndefined()
  expect(neighboursOf(undefined, 'a')).toBeUndefined()
})
