import type { ElevatorFloor } from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal } from '../../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { setUser } from '../../../lib/session.ts'
import { sitesTexts } from '../sites-feature.ts'
import { DoorFloors } from './door-floors.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(sitesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const idOf = (last: number) => `0199aaaa-0000-7000-8000-00000000000${last}`
const [doorId, siteId, areaId, groupId, timetableId] = [1, 2, 3, 4, 5].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
]
const at = '2026-11-24T08:00:00Z'
const timetable = {
  id: timetableId,
  name: 'Evenings',
  validFromOn: null,
  validToOn: null,
  week: Array.from({ length: 7 }, () => [{ startMinute: 1080, endMinute: 1320 }]),
  holiday: [],
  holidayCount: 0,
  policyCount: 0,
  deviceCount: 0,
  createdAt: at,
  holidays: [],
  version: 1,
  uses: [],
}

function draw(role: Role, floors: ElevatorFloor[], changed: Record<string, unknown> = {}) {
  setUser(sessionUserOf(role))
  answerCalls({
    [`GET /api/v2/doors/${doorId}/floors`]: { floors, version: 'one' },
    [`GET /api/v2/sites/${siteId}`]: {
      id: siteId,
      name: 'Tower',
      address: null,
      timeZone: null,
      areaCount: 1,
      doorCount: 1,
      deviceCount: 1,
      createdAt: at,
      areas: [{ id: areaId, siteId, parentAreaId: null, name: 'Laboratory', doorCount: 1 }],
      version: 1,
    },
    'GET /api/v2/groups': [
      { id: groupId, name: 'Night shift', kind: 'staff', isDefault: false, memberCount: 3, deviceCount: 1 },
    ],
    [`GET /api/v2/timetables/${timetableId}`]: timetable,
    ...changed,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <DoorFloors door={{ id: doorId, site: { id: siteId, name: 'Tower' } }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('an elevator without floors says that every floor is reached', async () => {
  draw('superAdmin', [])
  expect(await screen.findByText(/^No floor is set/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add floor' })).toBeDefined()
})

it('a floor says its area, who reaches it and when', async () => {
  draw('superAdmin', [{ areaId, output: 3, groupIds: [groupId], timetableId }])
  expect(await screen.findByRole('heading', { name: 'Laboratory' })).toBeDefined()
  expect(await screen.findByText('Only Night shift.')).toBeDefined()
  expect(await screen.findByText('In the hours of Evenings.')).toBeDefined()
  expect(screen.getByText('Output 3')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Change: Laboratory' })).toBeDefined()
})

it('a role that may only see floors has no actions', async () => {
  draw('subAdmin', [{ areaId, output: 1, groupIds: [], timetableId: null }])
  expect(await screen.findByText('Everybody who may use the elevator.')).toBeDefined()
  expect(screen.getByText('The whole day.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a floor whose groups cannot be loaded says so, and names nobody', async () => {
  draw('superAdmin', [{ areaId, output: 3, groupIds: [groupId], timetableId: null }], {
    'GET /api/v2/groups': () => refusal(500, 'internal'),
  })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.queryByText(/^Only /)).toBeNull()
})
