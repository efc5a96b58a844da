import { listPunchRequests } from '@gatehouse/contract/features/attendance/punches.ts'
import type { AttentionKind } from '@gatehouse/contract/features/dashboard.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { listPackages } from '@gatehouse/contract/features/upgrades.ts'
import type { PageName } from '@gatehouse/contract/navigation.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { pageAt } from '../../lib/page-path.ts'
import { setUser } from '../../lib/session.ts'
import { AttentionCard } from './attention-card.tsx'
import { dashboardTexts } from './dashboard-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(dashboardTexts)
})
afterEach(cleanup)

/** A link of the card that begins with these words. */
function linkOf(kind: AttentionKind, words: RegExp, oneId: string | null = null): URL {
  render(
    <MemoryRouter>
      <AttentionCard attention={[{ kind, count: 3, isMore: false, oneId }]} hasOpenAlarms={false} />
    </MemoryRouter>,
  )
  return new URL(screen.getByRole('link', { name: words }).getAttribute('href') ?? '', 'http://console.example')
}

it.each<[AttentionKind, RegExp, PageName, Pick<Route, 'query'> | null]>([
  ['offline-devices', /^3 devices are offline/, 'deviceList', listDevices],
  ['failed-syncs', /^3 people could not be sent to a device/, 'deviceList', listDevices],
  ['waiting-devices', /^3 devices want to join/, 'deviceList', null],
  ['failed-firmware', /^3 firmware upgrades failed/, 'firmware', listPackages],
  ['failed-applications', /^3 application upgrades failed/, 'application', listPackages],
  ['pending-registrations', /^3 registrations to review/, 'registerRecord', listRegistrations],
  ['pending-visits', /^3 visits to review/, 'visitor', null],
  ['pending-punches', /^3 punches to review/, 'attendanceRecord', listPunchRequests],
])('the finding %s is one click from the page that solves it', (kind, words, page, list) => {
  const { pathname, searchParams } = linkOf(kind, words)
  expect(pageAt(pathname)).toBe(page)
  searchParams.delete('tab')
  const filter = Object.fromEntries(searchParams)
  if (list) expect(list.query.parse(filter)).toMatchObject(filter)
  else expect(filter).toEqual({})
})

it('a number above the limit of the count is shown as more', () => {
  render(
    <MemoryRouter>
      <AttentionCard
        attention={[{ kind: 'pending-visits', count: 1_000, isMore: true, oneId: null }]}

        hasOpenAlarms={false}
      />
    </MemoryRouter>,
  )
  expect(screen.getByText('1,000+ visits to review')).toBeDefined()
})

it.each([
  [false, 'Nothing is waiting for you'],
  [true, 'Nothing else is waiting for you'],
])('an empty card does not contradict the open alarms above it (%s)', (hasOpenAlarms, words) => {
  render(<AttentionCard attention={[]} hasOpenAlarms={hasOpenAlarms} />)
  expect(screen.getByText(words)).toBeDefined()
})

it('a finding about people at one device leads to that device', () => {
  expect(linkOf('failed-syncs', /could not be sent/, 'd7').href).toContain('/device/list/d7?tab=people&people=failed')
})

it.each<[AttentionKind, PageName]>([
  ['failed-firmware', 'firmwareDetail'],
  ['failed-applications', 'applicationDetail'],
])('a finding about %s of one package leads to that package', (kind, page) => {
  const { pathname, searchParams } = linkOf(kind, /upgrades failed/, 'p7')
  expect([pageAt(pathname), searchParams.get('id')]).toEqual([page, 'p7'])
})

it.each<[Role, AttentionKind, RegExp]>([
  ['mainAdmin', 'pending-registrations', /Review$/],
  ['subAdmin', 'pending-registrations', /View$/],
  ['visitorAdmin', 'pending-visits', /Review$/],
  ['subAdmin', 'pending-visits', /View$/],
  ['subAdmin', 'pending-punches', /Review$/],
])('[PERM-07] the role %s is offered for %s the action that it may do', (role, kind, words) => {
  setUser(sessionUserOf(role))
  expect(linkOf(kind, words).pathname).not.toBe('/')
})
