import { expect, it } from 'vitest'
import { rowHeight, rowsInView } from './rows-in-view.ts'

const view = (first: number, rows: number) => ({ top: first * rowHeight, height: rows * rowHeight })

it('the rows in view are drawn with one beyond each edge', () => {
  expect(rowsInView(50, view(0, 4), 0)).toEqual([0, 1, 2, 3, 4])
  expect(rowsInView(50, view(20, 4), 20)).toEqual([19, 20, 21, 22, 23, 24])
  expect(rowsInView(50, view(46, 4), 49)).toEqual([45, 46, 47, 48, 49])
  expect(rowsInView(3, view(0, 20), 0)).toEqual([0, 1, 2])
})

it('the row with the focus is drawn wherever somebody has scrolled to', () => {
  expect(rowsInView(50, view(20, 2), 3)).toEqual([3, 20, 21, 22])
  expect(rowsInView(50, view(0, 2), 40)).toEqual([0, 1, 2, 40])
})

it('a row with the focus out of view makes them no more than they are with it in the middle of the view', () => {
  const most = rowsInView(50, view(20, 17), 28).length
  for (let active = 0; active < 50; active += 1)
    for (let top = 0; top < 33; top += 1) expect(rowsInView(50, view(top, 17), active).length).toBeLessThanOrEqual(most)
})
