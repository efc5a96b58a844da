import { menuOf } from '@gatehouse/contract/navigation.ts'
import { roles, type Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { changeLanguage, currentText, startI18n } from '../../i18n/i18n.ts'
import { titleOf } from '../features.ts'
import { Sidebar } from './sidebar.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const plain = { name: null, welcome: null, logo: null, background: null }

function show(role: Role, page: Parameters<typeof Sidebar>[0]['page'] = 'dashboard', branding: unknown = plain) {
  answerCalls({ 'GET /api/v2/branding': branding })
  renderRoutes([{ path: '/', element: <Sidebar role={role} page={page} isCollapsed={false} /> }], '/')
}

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

describe('the head of the menu', () => {
  const named = { ...plain, name: 'Riverside Works' }
  const logo = { id: '0199aaaa-0000-7000-8000-000000000001', width: 310, height: 50 }
  const head = (name: string | RegExp) => screen.findByRole('link', { name })

  it('names the product alone until somebody has named the enterprise', async () => {
    show('superAdmin')
    expect((await head('Gatehouse')).getAttribute('href')).toBe('/dashboard')
  })
  it('names the enterprise below the product, for every role', async () => {
    show('visitorAdmin', 'dashboard', named)
    expect(await screen.findByText('Riverside Works')).toBeTruthy()
    expect(await head(/^Gatehouse\s*Riverside Works$/)).toBeTruthy()
  })
  it('has a wide logo in place of the words, and says them to screen readers', async () => {
    show('superAdmin', 'dashboard', { ...named, logo })
    const link = await head('Riverside Works')
    expect(within(link).getByRole('img').getAttribute('src')).toBe(`/api/v2/branding/logo/${logo.id}`)
    expect(link.textContent).toBe('')
  })
  it('has a square logo in place of the sign of the product', async () => {
    show('superAdmin', 'dashboard', { ...named, logo: { ...logo, width: 50 } })
    const link = await head(/^Gatehouse\s*Riverside Works$/)
    expect(link.querySelector('img')?.getAttribute('alt')).toBe('')
    expect(link.querySelector('svg')).toBeNull()
  })
})
