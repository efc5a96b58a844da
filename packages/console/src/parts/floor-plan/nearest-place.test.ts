import { expect, it } from 'vitest'
import { nearestPlace } from './nearest-place.ts'

const doors = [
  { name: 'west', x: 0.1, y: 0.5 },
  { name: 'middle', x: 0.5, y: 0.5 },
  { name: 'above', x: 0.5, y: 0.1 },
  { name: 'aside', x: 0.55, y: 0.4 },
  { name: 'east', x: 0.9, y: 0.52 },
]
const middle = { x: 0.5, y: 0.5 }

it.each([
  ['ArrowLeft', 'west'],
  ['ArrowRight', 'east'],
  ['ArrowUp', 'aside'],
  ['ArrowDown', undefined],
] as const)('%s leads from the middle to %s', (key, name) => {
  expect(nearestPlace(doors, middle, key, 1)?.name).toBe(name)
})

it('the shape of the plan decides what lies ahead', () => {
  const corner = [{ x: 0.6, y: 0.65 }]
  expect(nearestPlace(corner, middle, 'ArrowRight', 1)).toBeUndefined()
  expect(nearestPlace(corner, middle, 'ArrowRight', 2)).toBe(corner[0])
})
