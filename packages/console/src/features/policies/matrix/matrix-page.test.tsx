import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal, sentJson } from '../../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../../test/session-users.ts'
import { queryClient } from '../../../api/query-client.ts'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { setUser } from '../../../lib/session.ts'
import { policiesTexts } from '../policies-feature.ts'
import { MatrixPage } from './matrix-page.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(policiesTexts)
  await changeLanguage('en')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const ids = (last: number) => `0199aaaa-0000-7000-8000-00000000000${last}`
const [group, door, day] = [ids(1), ids(2), ids(3)]
const matrix = {
  groups: [{ id: group, name: 'Management', kind: 'staff', isDefault: false, people: 12 }],
  doors: [{ deviceId: door, name: 'Laboratory', door: null, doors: [], area: 'Lobby' }],
  doorTotal: 1,
  sites: [{ id: ids(4), name: 'Tower' }],
  timetables: [{ id: day, name: 'Lab hours', week: Array.from({ length: 7 }, () => []), neverOpens: false }],
  cells: [],
}
const effects = {
  doors: [
    { device: { id: door, name: 'Laboratory' }, gains: { count: 12, names: ['Ada'] }, loses: { count: 0, names: [] } },
  ],
  doorTotal: 1,
}

const spans = [480, 720, 900, 1080].map((startMinute) => ({ startMinute, endMinute: startMinute + 60 }))
const timetable = {
  id: day,
  name: 'Lab hours',
  validFromOn: null,
  validToOn: null,
  week: Array.from({ length: 7 }, () => spans),
  holiday: [],
  holidays: [],
  version: 1,
  holidayCount: 0,
  policyCount: 0,
  deviceCount: 0,
  createdAt: '2026-01-05T00:00:00Z',
  uses: [],
}
const limits = [
  {
    device: { id: door, name: 'Laboratory' },
    limits: { spansPerDay: 1, zones: 48, zonesPerPerson: 3, holidays: 0, holidayKinds: 1, holidaysForAll: false },
    others: [],
    isOpenToSome: false,
    ignoresHours: false,
  },
]

async function drawPainted(saved: unknown) {
  setUser(sessionUserOf('superAdmin'))
  const calls = answerCalls({
    'GET /api/v2/policies/matrix': matrix,
    'POST /api/v2/policies/matrix/preview': effects,
    'PUT /api/v2/policies/matrix': () => saved,
    [`GET /api/v2/timetables/${day}`]: timetable,
    'GET /api/v2/timetable-limits': limits,
  })
  const router = createMemoryRouter([{ path: '*', element: <MatrixPage /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  const grid = await screen.findByRole('grid')
  // The focus changes the cell that is looked at, which must not draw for ever.
  act(() => grid.focus())
  fireEvent.keyDown(grid, { key: ' ' })
  fireEvent.click(await screen.findByRole('button', { name: 'Save 1 change' }))
  await screen.findByText('12 people gain Laboratory')
  const buttons = screen.getAllByRole('button', { name: 'Save 1 change' })
  fireEvent.click(buttons.at(-1)!)
  return calls
}

it('[PASS-02] a painted cell is saved with the cell as it was seen, after the page has said who gains the door', async () => {
  const calls = await drawPainted({ changed: 1 })
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
  const change = { deviceId: door, groupId: group, was: { isBound: false, timetableIds: [] }, becomes: day }
  expect(sentJson(calls.find(({ method }) => method === 'PUT'))).toEqual({ changes: [change] })
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Save 1 change' })).toEqual([]))
})

it('before a painted timetable is saved, the page says what a terminal that decides by itself cannot hold of it', async () => {
  // The refusal leaves the dialog open.
  await drawPainted(refusal(409, 'policy.changed-meanwhile', 'Somebody else changed this meanwhile'))
  expect(
    await screen.findByText('Laboratory: a day has 4 spans, and it knows 3. The shortest stay closed.'),
  ).toBeTruthy()
})

it('[PASS-02] a refusal because of somebody else offers to look at it again', async () => {
  await drawPainted(refusal(409, 'policy.changed-meanwhile', 'Somebody else changed this meanwhile'))
  expect(await screen.findByRole('button', { name: 'Look at it again' })).toBeTruthy()
})

it('[PASS-02] the matrix shows one door or one group alone, as its address says, and all again', async () => {
  setUser(sessionUserOf('superAdmin'))
  const other = { deviceId: ids(5), name: 'Server room', door: 'Yard, Dock', doors: ['Yard', 'Dock'], area: 'Corridor' }
  const team = { id: ids(6), name: 'IT', kind: 'staff', isDefault: false, people: 9 }
  answerCalls({
    'GET /api/v2/policies/matrix': {
      ...matrix,
      groups: [...matrix.groups, team],
      doors: [...matrix.doors, other],
      doorTotal: 2,
    },
  })
  const router = createMemoryRouter([{ path: '*', element: <MatrixPage /> }], {
    initialEntries: [`/?door=${other.deviceId}&group=${team.id}`],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  await screen.findByRole('grid')
  const cells = () => screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label'))
  expect(cells()).toEqual(['IT, Server room, None'])
  expect(screen.getByRole('button', { name: 'Filter 2' }).getAttribute('aria-expanded')).toBe('true')
  await act(() => router.navigate('/'))
  expect(cells()).toHaveLength(4)
})
