import { expect, it } from 'vitest'
import { numberZones, type ZoneNumbers } from './number-zones.ts'

const range = { first: 3, last: 6 }
const number = (before: ZoneNumbers, ...wanted: string[][]) => numberZones(before, wanted, range)

it('zones get the first numbers, and keep them when others come before them', () => {
  const first = number({}, ['b'])
  expect(first.numbers).toEqual([3])
  expect(number(first.after, ['a'], ['b'])).toMatchObject({ numbers: [4, 3], retired: [] })
})

it('a number whose groups part goes to none of them until everybody has been sent again', () => {
  const parted = number({ 3: ['a', 'b'] }, ['a'], ['b'])
  expect(parted).toEqual({ numbers: [4, 5], retired: [3], after: { 3: ['a', 'b'], 4: ['a'], 5: ['b'] } })
  // The same again, as long as nothing else changes.
  expect(number(parted.after, ['a'], ['b'])).toEqual(parted)
})

it('a number of a group that is gone is not given to another', () => {
  expect(number({ 3: ['a'], 4: ['b'] }, ['b'], ['c'])).toMatchObject({ numbers: [4, 5], retired: [3] })
})

it('groups that come to share a zone share the number of one of them', () => {
  const joined = number({ 3: ['a'], 4: ['b'] }, ['a', 'b'])
  expect(joined).toEqual({ numbers: [3], retired: [4], after: { 3: ['a', 'b'], 4: ['b'] } })
  expect(number(joined.after, ['a', 'b'])).toEqual(joined)
})

it('a zone for which no number is left has none', () => {
  expect(number({ 3: ['x'], 4: ['y'], 5: ['z'] }, ['a'], ['b'])).toMatchObject({ numbers: [6, undefined] })
})
