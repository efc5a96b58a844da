import { expect, it } from 'vitest'
import { cropShape, firstView, moved, maxZoom, scaleOf, takenSize, turned, wholeView, zoomed } from './crop-view.ts'

const picture = { width: 4000, height: 3000 }

it('A picture fills the frame at first', () => {
  expect(scaleOf(firstView(picture), picture, cropShape)).toBeCloseTo(640 / 3000)
  expect(scaleOf(firstView({ width: 100, height: 400 }), { width: 100, height: 400 }, cropShape)).toBeCloseTo(4.8)
})

it('The face that was judged is in the middle at first, in the pixels of the picture as it was chosen', () => {
  const judged = { width: 1600, height: 1200, face: { x: 400, y: 200, width: 150, height: 200 } }
  const view = firstView(picture, judged)
  expect(view).toMatchObject({ x: 475 * 2.5, y: 300 * 2.5 })
  expect(scaleOf(view, picture, cropShape) * 200 * 2.5).toBeCloseTo(0.4 * 640)
  const tiny = { ...judged, face: { ...judged.face, height: 1 } }
  expect(firstView(picture, tiny).zoom).toBe(maxZoom)
  expect(firstView(picture, { width: 1600, height: 1200 })).toEqual(firstView(picture))
})

it('A picture is seen whole without zoom, on its side too', () => {
  const view = wholeView(picture)
  expect(scaleOf(view, picture, cropShape)).toBeCloseTo(480 / 4000)
  expect(scaleOf(turned(view, 1), picture, cropShape)).toBeCloseTo(480 / 3000)
  expect(turned(turned(view, -1), 1)).toEqual(view)
})

it('A picture follows the finger, however it is turned, and never leaves the frame', () => {
  const view = zoomed(wholeView(picture), 2)
  const step = 10 / scaleOf(view, picture, cropShape)
  expect(moved(view, picture, 10, 0)).toMatchObject({ x: view.x - step, y: view.y })
  const onSide = turned(view, 1)
  const stepOnSide = 10 / scaleOf(onSide, picture, cropShape)
  const right = moved(onSide, picture, 10, 0)
  expect(right.x).toBeCloseTo(view.x)
  expect(right.y).toBeCloseTo(view.y + stepOnSide)
  expect(moved(view, picture, 100_000, 100_000)).toMatchObject({ x: 0, y: 0 })
  expect(moved(view, picture, -100_000, -100_000)).toMatchObject({ x: 4000, y: 3000 })
})

it('The part that is taken has at most the pixels that the picture has there', () => {
  const small = { width: 300, height: 400 }
  expect(takenSize(wholeView(small), small)).toEqual({ width: 300, height: 400 })
  expect(takenSize(zoomed(wholeView(small), 4), small)).toEqual({ width: 75, height: 100 })
  expect(takenSize(wholeView(picture), picture)).toEqual({ width: 1200, height: 1600 })
  expect(zoomed(wholeView(picture), 99).zoom).toBe(maxZoom)
})
