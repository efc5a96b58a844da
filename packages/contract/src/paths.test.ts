import { expect, it } from 'vitest'
import { pathTo } from './paths.ts'

it('A path is that of the page, with its parameters, the part below it and a query', () => {
  expect(pathTo('dashboard')).toBe('/dashboard')
  expect(pathTo('staff', { deptId: 0, below: 'new' })).toBe('/manmgt/staff/0/new')
  expect(pathTo('deviceList', { below: '7/edit', query: { tab: 'pass' } })).toBe('/device/list/7/edit?tab=pass')
  expect(pathTo('staffDetail', { query: { id: 'a/b', tab: undefined } })).toBe('/manmgt/staff/detail?id=a%2Fb')
  expect(pathTo('attendanceRecord', { query: new URLSearchParams({ from: '2026-11-01' }) })).toBe(
    '/attendance/attendanceRecord?from=2026-11-01',
  )
})

it('An optional parameter that is absent leaves nothing; a call without a required one does not compile', () => {
  expect(pathTo('attendanceRecord')).toBe('/attendance/attendanceRecord')
  expect(pathTo('attendanceRecord', { user_id: 7, query: { month: '2026-11' } })).toBe(
    '/attendance/attendanceRecord/7?month=2026-11',
  )
  // @ts-expect-error -- a department is asked for
  expect(pathTo('staff')).toBe('/manmgt/staff')
})
