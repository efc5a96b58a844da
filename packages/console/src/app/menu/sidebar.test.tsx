import { menuOf } from '@gatehouse/contract/navigation.ts'
import { roles, type Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, currentText, startI18n } from '../../i18n/i18n.ts'
import { titleOf } from '../features.ts'
import { Sidebar } from './sidebar.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const show = (role: Role, page: Parameters<typeof Sidebar>[0]['page'] = 'dashboard') =>
  render(
    <MemoryRouter>
      <Sidebar role={role} page={page} isCollapsed={false} />
    </MemoryRouter>,
  )

it.each(roles)('[LAY-02] the menu of %s is the allowed part of the tree, in its order', (role) => {
  show(role)
  const t = currentText()
  const expected = menuOf(role).flatMap(({ name, entries }) =>
    name === 'dashboard' ? [t('menu:groups.dashboard')] : entries.map((entry) => titleOf(entry)),
  )
  const links = within(screen.getByRole('navigation')).getAllByRole('link', { hidden: true })
  expect(links.slice(1).map((link) => link.textContent)).toEqual(expected)
})

it('[LAY-02] the headings stand in the order of the specification', () => {
  show('superAdmin')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Devices',
    'Personnel',
    'Access',
    'Attendance',
    'Upgrade',
    'Enterprise',
  ])
})

it('[LAY-03] a detail page highlights its list, and its heading is open', () => {
  show('superAdmin', 'attendanceRulesDetail')
  expect(screen.getByRole('button', { name: 'Attendance' }).getAttribute('aria-expanded')).toBe('true')
  const current = screen.getAllByRole('link', { hidden: true }).filter((link) => link.getAttribute('aria-current'))
  expect(current.map((link) => link.textContent)).toEqual(['Attendance rules'])
})

it('a heading opens and closes', () => {
  show('superAdmin')
  const heading = screen.getByRole('button', { name: 'Access' })
  expect(heading.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(heading)
  expect(heading.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(heading)
  expect(heading.getAttribute('aria-expanded')).toBe('false')
})
