import { pageNames } from '@gatehouse/contract/navigation.ts'
import { expect, it } from 'vitest'
import { copyrightYears } from './copyright-years.ts'
import { menuEntryOf, menuGroupOf, pagePath, pageAt } from './page-path.ts'

it.each([
  ['staffDetail', 'staff'],
  ['visitorDetail', 'visitor'],
  ['blacklistDetail', 'blacklist'],
  ['attendanceRulesDetail', 'attendanceRules'],
  ['staffGroup', 'staffGroup'],
  ['visitorGroup', 'visitorGroup'],
  ['firmwareDetail', 'firmware'],
] as const)('[LAY-03] on %s the menu highlights %s', (page, entry) => {
  expect(menuEntryOf(page)).toBe(entry)
})

it('every page is below a heading and has a path without open parameters', () => {
  for (const name of pageNames) {
    expect(menuGroupOf(name), name).toBeDefined()
    expect(pagePath(name), name).not.toMatch(/[:?]/)
  }
  expect(pagePath('staff')).toBe('/manmgt/staff/0')
  expect(pagePath('attendanceRecord')).toBe('/attendance/attendanceRecord')
})

it.each([
  ['/', 'dashboard'],
  ['/dashboard/settings', 'dashboard'],
  ['/manmgt/staff/12', 'staff'],
  ['/manmgt/staff/detail', 'staffDetail'],
  ['/manmgt/staffgroup', 'staffGroup'],
  ['/attendance/attendanceRecord/7', 'attendanceRecord'],
  ['/about', undefined],
  ['/manmgt', undefined],
] as const)('the path %s leads to the page %s', (address, page) => {
  expect(pageAt(address)).toBe(page)
})

it('[LAY-04] the copyright years run from 2014 to the current year', () => {
  expect(copyrightYears(2031)).toBe('2014–2031')
})
