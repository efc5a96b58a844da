import { expect, it } from 'vitest'
import { rowsInSight } from './list-rows-drawn.ts'

it('a short list is drawn whole', () => {
  expect(rowsInSight(20, 400, 300, 44)).toEqual({ from: 0, to: 20, before: 0, after: 0 })
})

it('of a long list the rows in sight are drawn with a few beyond each edge, and the others keep their height', () => {
  const drawn = rowsInSight(200, 4_400, 440, 44)
  expect(drawn).toEqual({ from: 97, to: 113, before: 97 * 44, after: 87 * 44 })
})

it('at its end the last row is drawn, however far somebody has scrolled', () => {
  expect(rowsInSight(200, 99_999, 440, 44)).toEqual({ from: 184, to: 200, before: 184 * 44, after: 0 })
  expect(rowsInSight(200, 0, 440, 44).from).toBe(0)
})
