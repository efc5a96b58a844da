import { expect, it } from 'vitest'
import { likelyPoint } from './use-marked-point.ts'

const point = (id: string, markedHere: number) => ({ id, name: id, people: 9, missing: 9, markedHere })

it('the likely point is the only one, or the one where most were marked; of several without a mark none is', () => {
  expect(likelyPoint({ points: [] })).toBeNull()
  expect(likelyPoint({ points: [point('lawn', 0)] })).toBe('lawn')
  expect(likelyPoint({ points: [point('lawn', 1), point('park', 4)] })).toBe('park')
  expect(likelyPoint({ points: [point('lawn', 0), point('park', 0)] })).toBeNull()
  expect(likelyPoint({ points: [point('lawn', 2), point('park', 2)] })).toBeNull()
})
