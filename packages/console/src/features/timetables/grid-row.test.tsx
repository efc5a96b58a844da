import { fireEvent, render } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import type { DayRanges } from './day-ranges.ts'
import { GridRow } from './grid-row.tsx'

beforeAll(() => startI18n())
beforeEach(() => {
  // The page is not laid out here: a line of 1440 pixels, a pixel to the minute.
  HTMLElement.prototype.setPointerCapture = () => {}
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 30))
})

const morning = { startMinute: 480, endMinute: 720 }

function drawRow(ranges: DayRanges) {
  const changes: DayRanges[] = []
  const { container, unmount } = render(
    <GridRow name="Monday" ranges={ranges} onChange={(next) => changes.push(next)} />,
  )
  const track = container.querySelector('.grid-row-track')
  const end = container.querySelector('[data-end="endMinute"]')
  const range = container.querySelector('.grid-row-range')
  if (!track) throw new Error('there is no line')
  return { track, end, range, changes, unmount }
}
const at = (clientX: number) => ({ clientX, button: 0, pointerId: 1 })

it('a pointer released before its last move was drawn has drawn up to its last position', () => {
  const { track, changes, unmount } = drawRow([])
  fireEvent.pointerDown(track, at(600))
  fireEvent.pointerUp(track, at(720))
  expect(changes).toEqual([[{ startMinute: 600, endMinute: 720 }]])
  unmount()
})

it('[PASS-01] a pointer that drags hours by their middle moves them, and a press alone changes nothing', () => {
  const { track, range, changes, unmount } = drawRow([morning])
  if (!range) throw new Error('there is no period')
  fireEvent.pointerDown(range, at(600))
  fireEvent.pointerUp(track, at(600))
  expect(changes).toEqual([])
  fireEvent.pointerDown(range, at(600))
  fireEvent.pointerUp(track, at(660))
  expect(changes).toEqual([[{ startMinute: 540, endMinute: 780 }]])
  unmount()
})

it('a pointer that drags the end of a period has moved it up to its last position', () => {
  const { track, end, changes, unmount } = drawRow([morning])
  if (!end) throw new Error('the period has no end')
  fireEvent.pointerDown(end, at(720))
  fireEvent.pointerUp(track, at(780))
  expect(changes).toEqual([[{ startMinute: 480, endMinute: 780 }]])
  unmount()
})
