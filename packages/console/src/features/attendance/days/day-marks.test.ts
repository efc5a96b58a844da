import { attendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import { expect, it } from 'vitest'
import { cellAfter, isWithin, type MarkedDay, markOf } from './day-marks.ts'

const day = (verdict: MarkedDay['verdict'], isProvisional = false): MarkedDay => ({
  on: '2026-11-20',
  dayKind: 'working-day',
  verdict,
  isProvisional,
  hasFieldPunch: false,
  workedMinutes: 0,
})

it('each result that somebody should look at has a mark of its own, and a day without one stays blank', () => {
  expect(markOf(day('none'))).toBeUndefined()
  expect(markOf(day('none', true))).toBe('open')
  const marked = attendanceDay.shape.verdict.options.filter((verdict) => verdict !== 'none')
  for (const verdict of marked) expect(markOf(day(verdict)), verdict).toBeDefined()
  const alike = ['late', 'early-leave', 'late-and-early-leave', 'missed-punch', 'absence', 'normal'] as const
  expect(new Set(alike.map((verdict) => markOf(day(verdict)))).size).toBe(alike.length)
})

it('the arrow keys walk through the grid and stop at its edges', () => {
  const at = (key: string, row: number, column: number) => cellAfter(key, { row, column }, 3, 30)
  expect(at('ArrowRight', 0, 0)).toEqual({ row: 0, column: 1 })
  expect(at('ArrowRight', 0, 29)).toEqual({ row: 0, column: 29 })
  expect(at('ArrowUp', 0, 4)).toEqual({ row: 0, column: 4 })
  expect(at('ArrowDown', 1, 4)).toEqual({ row: 2, column: 4 })
  expect(at('PageDown', 0, 4)).toEqual({ row: 2, column: 4 })
  expect([at('Home', 1, 4), at('End', 1, 4)]).toEqual([
    { row: 1, column: 0 },
    { row: 1, column: 29 },
  ])
  expect(at('a', 0, 0)).toBeUndefined()
})

it('a choice is the rectangle between two cells, whichever came first', () => {
  const [from, to] = [
    { row: 2, column: 5 },
    { row: 1, column: 3 },
  ]
  expect(isWithin({ row: 1, column: 5 }, from, to)).toBe(true)
  expect(isWithin({ row: 2, column: 3 }, to, from)).toBe(true)
  expect(isWithin({ row: 0, column: 4 }, from, to)).toBe(false)
  expect(isWithin({ row: 2, column: 6 }, from, to)).toBe(false)
})
