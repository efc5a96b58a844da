import type { Widget } from '@gatehouse/contract/features/dashboard/widgets.ts'
import { expect, it } from 'vitest'
import { isSame, moveBeside, moveBy, moveTo, spansOf } from './place-widgets.ts'

const main = (name: Widget['name'], width: Widget['width'] = 'whole'): Widget => ({ name, place: 'main', width })
const widgets: Widget[] = [main('today'), main('devices', 'half'), { ...main('inside'), place: 'side' }, main('hours')]
const names = (of: readonly Widget[]) => of.map(({ name, place }) => `${name} ${place}`)

it('two halves share a line, and a half alone takes all of it', () => {
  const of = (...widths: Widget['width'][]) => spansOf(widths.map((width) => ({ width })))
  expect(of('half', 'half', 'half')).toEqual(['left', 'right', 'whole'])
  expect(of('whole', 'half', 'whole', 'half', 'half')).toEqual(['whole', 'whole', 'whole', 'left', 'right'])
  expect(of()).toEqual([])
})

it('a widget goes beside another one, into its column', () => {
  expect(names(moveBeside(widgets, 'today', 'inside', false))).toEqual([
    'devices main',
    'today side',
    'inside side',
    'hours main',
  ])
  expect(names(moveBeside(widgets, 'inside', 'hours', true)).at(-1)).toBe('inside main')
  expect(isSame(moveBeside(widgets, 'today', 'today', true), widgets)).toBe(true)
})

it('a step passes the next widget of the column that is there for the role, and ends at the edge', () => {
  const all = new Set(widgets.map(({ name }) => name))
  expect(names(moveBy(widgets, 'devices', 1, all)).at(-1)).toBe('devices main')
  expect(names(moveBy(widgets, 'hours', -1, all)).slice(0, 2)).toEqual(['today main', 'hours main'])
  all.delete('devices')
  expect(names(moveBy(widgets, 'hours', -1, all))[0]).toBe('hours main')
  expect(isSame(moveBy(widgets, 'today', -1, all), widgets)).toBe(true)
})

it('a widget that changes its column or is hidden stands last, and all others stay', () => {
  const moved = moveTo(widgets, 'today', 'off')
  expect(names(moved).at(-1)).toBe('today off')
  expect(moved.slice(0, -1)).toEqual(widgets.slice(1))
  expect(isSame(moved, widgets)).toBe(false)
})
