import type { PlanPlace } from '@gatehouse/contract/features/floor-plans.ts'
import { expect, it } from 'vitest'
import {
  addCorner,
  beginEdits,
  moveCorner,
  movePlace,
  putPlace,
  removeCorner,
  removePlace,
  toggleOutline,
  undo,
} from './plan-edits.ts'

const door: PlanPlace = { kind: 'door', id: 'd', name: 'Main entrance', x: 0.5, y: 0.5, corners: null }
const area: PlanPlace = { kind: 'area', id: 'a', name: 'Lobby', x: 0.2, y: 0.2, corners: null }
const start = beginEdits([door])
const placesOf = ({ places }: typeof start) =>
  places.map(({ id, x, y }) => [id, Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000])

it('a place is put, moved within the plan and removed', () => {
  const put = putPlace(start, area, { x: 0.2, y: 1.4 })
  expect(placesOf(put)).toEqual([
    ['d', 0.5, 0.5],
    ['a', 0.2, 1],
  ])
  expect(placesOf(movePlace(put, 'door-d', { x: -0.3, y: 0.1 }))[0]).toEqual(['d', 0, 0.1])
  expect(placesOf(removePlace(put, 'door-d'))).toEqual([['a', 0.2, 1]])
})

it('each change is undone by itself, those of one gesture together', () => {
  const first = movePlace(start, 'door-d', { x: 0.1, y: 0.5 }, 'drag 1')
  const dragged = movePlace(first, 'door-d', { x: 0.2, y: 0.5 }, 'drag 1')
  const again = movePlace(dragged, 'door-d', { x: 0.9, y: 0.5 }, 'drag 2')
  expect(placesOf(undo(again))).toEqual(placesOf(dragged))
  expect(placesOf(undo(undo(again)))).toEqual(placesOf(start))
  expect(undo(start)).toBe(start)
})

it('an area moves with its outline until a corner is at the edge', () => {
  const outlined = toggleOutline(beginEdits([area]), 'area-a')
  const moved = movePlace(outlined, 'area-a', { x: 0, y: 0.5 }).places[0]
  expect(moved).toMatchObject({ x: expect.closeTo(0.1), y: 0.5 })
  expect(moved?.corners?.[0]).toMatchObject({ x: expect.closeTo(0), y: expect.closeTo(0.4) })
})

it('a corner is added halfway, moved and removed, and three stay', () => {
  const outlined = toggleOutline(beginEdits([area]), 'area-a')
  const cornersOf = (edits: typeof start) => edits.places[0]?.corners ?? []
  const five = addCorner(outlined, 'area-a', 3)
  expect(cornersOf(five)[4]).toMatchObject({ x: expect.closeTo(0.1), y: expect.closeTo(0.2) })
  expect(cornersOf(moveCorner(five, 'area-a', 4, { x: -1, y: 0.2 }))[4]).toEqual({ x: 0, y: 0.2 })
  const three = [0, 0, 0].reduce((edits, index) => removeCorner(edits, 'area-a', index), five)
  expect(cornersOf(three)).toHaveLength(3)
  expect(cornersOf(toggleOutline(three, 'area-a'))).toEqual([])
})
