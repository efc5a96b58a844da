import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { expect, it } from 'vitest'
import { wallAt } from './wall-at.ts'

const corners = [
  { x: 0.2, y: 0.2 },
  { x: 0.6, y: 0.2 },
  { x: 0.6, y: 0.8 },
  { x: 0.2, y: 0.8 },
]
const planWith = (outline: typeof corners): FloorPlan => ({
  id: 'plan',
  siteId: 'site',
  name: 'Ground',
  level: 0,
  width: 1000,
  height: 500,
  isDark: false,
  pictureTag: 'a',
  places: [{ kind: 'area', id: 'hall', name: 'Hall', x: 0.4, y: 0.5, corners: outline }],
  version: 1,
})

it('the way through the wall of a door leads out of its area, whichever way round the outline goes', () => {
  for (const outline of [corners, corners.toReversed()]) {
    const plan = planWith(outline)
    const outAt = (x: number, y: number) => {
      const way = wallAt(plan, { x, y })
      return way && [Math.round(way.x), Math.round(way.y)].map((part) => part + 0)
    }
    expect(outAt(0.4, 0.21)).toEqual([0, -1])
    expect(outAt(0.4, 0.8)).toEqual([0, 1])
    expect(outAt(0.2, 0.5)).toEqual([-1, 0])
    expect(outAt(0.61, 0.5)).toEqual([1, 0])
  }
})

it('a door in the middle of a room or outside stands in no wall', () => {
  expect(wallAt(planWith(corners), { x: 0.4, y: 0.5 })).toBeUndefined()
  expect(wallAt(planWith(corners), { x: 0.9, y: 0.5 })).toBeUndefined()
})
