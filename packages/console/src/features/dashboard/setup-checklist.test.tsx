import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { queryClient } from '../../api/query-client.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { Component as Board } from './dashboard-page.tsx'
import { WithSetupChecklist } from './setup-checklist.tsx'
import { isGone } from './setup-checklist-wanted.ts'
import { dashboardTexts } from './dashboard-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(dashboardTexts)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.removeItem('firstStepsGone')
  setUser(null)
})

const id = '0198a000-0000-7000-8000-000000000002'
const company = {
  name: 'Gatehouse',
  welcome: null,
  introduction: null,
  qualityLevel: 'high',
  logo: null,
  background: null,
  timeZone: 'Asia/Shanghai',
  isZoneChosen: true,
  zoneWaits: 0,
  authorization: null,
}
const record = {
  candidates: [],
  id,
  kind: 'stranger',
  person: null,
  device: { id, name: 'Main entrance', location: null },
  door: null,
  direction: 'in',
  recognisedAt: '2026-11-21T09:00:00Z',
  receivedAt: '2026-11-21T09:00:01Z',
  claimedAt: null,
  entryMode: 'face',
  score: null,
  opened: false,
  abnormal: 'stranger',
  hasDoubtfulTime: false,
  hasCapture: false,
  misrecognition: null,
}

const Steps = () => <WithSetupChecklist above={null} below={<p>Figures</p>} waiting={null} />

type Done = { devices: number; records: number; isZoneChosen?: boolean; hasMail?: boolean }

const mailConfig = {
  serverHost: 'mail.example.com',
  port: 587,
  security: 'starttls',
  account: '',
  sender: 'doors@example.com',
  senderName: '',
  certificateAuthority: null,
  hasPassword: false,
}

function show(
  role: Parameters<typeof sessionUserOf>[0],
  { devices, records, isZoneChosen = true, hasMail = true }: Done,
) {
  setUser(sessionUserOf(role))
  const calls = answerCalls({
    'GET /api/v2/company': { ...company, isZoneChosen },
    'PATCH /api/v2/company': { ...company, timeZone: 'UTC' },
    'GET /api/v2/devices': { items: [], total: devices, counts: { total: devices, online: devices, offline: 0 } },
    'GET /api/v2/service-config/mail': hasMail
      ? { source: 'console', config: mailConfig }
      : { source: 'none', config: null },
    'GET /api/v2/staff': { items: [], total: 3, isTotalExact: true },
    'GET /api/v2/records': { items: Array.from({ length: records }, () => record), next: null },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Steps />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

/** The empty dashboard; returns its requests once it is drawn. */
async function showBoard(role: Parameters<typeof sessionUserOf>[0], { isSetUp }: { isSetUp: boolean }) {
  setUser(sessionUserOf(role))
  const calls = answerCalls({
    'GET /api/v2/dashboard': {
      readAt: record.receivedAt,
      isSetUp,
      timeZone: 'UTC',
      todayOn: '2026-11-21',
      todayFrom: '2026-11-21T00:00:00Z',
      recognitions: null,
      strangerDoors: null,
      hours: null,
      checkIns: null,
      devices: null,
      alarms: null,
      attendance: null,
      inside: null,
      attention: [],
      notices: [],
      // the faces at the doors are asked for apart
      arrangement: [{ name: 'events', place: 'off', width: 'whole' }],
    },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Board />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Nothing is waiting for you')
  return calls.map(({ method, url }) => `${method} ${url.pathname}`)
}

it('each step shows whether it is done and leads to its page', async () => {
  show('superAdmin', { devices: 2, records: 0, hasMail: false })
  expect(await screen.findByRole('link', { name: 'Set the mail server' })).toHaveProperty(
    'pathname',
    '/bumgt/serviceConfig/mail',
  )
  expect(screen.getByRole('link', { name: 'View the devices' })).toHaveProperty('pathname', '/device/list')
  expect(screen.getByText('2 devices, 2 online')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.hasAttribute('data-done'))).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
})

it('[BU-01] one click takes the browser’s time zone if nobody chose one', async () => {
  const calls = show('superAdmin', { devices: 0, records: 0, isZoneChosen: false })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  fireEvent.click(await screen.findByRole('button', { name: `Use ${zone}` }))
  await expect.poll(() => calls.some(({ method }) => method === 'PATCH')).toBe(true)
})

it('the checklist disappears when all steps are done, and is not fetched again', async () => {
  const calls = show('superAdmin', { devices: 2, records: 1 })
  await expect.poll(() => isGone()).toBe(true)
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByText('Figures')).toBeTruthy()
  expect(calls).toHaveLength(5)
  cleanup()
  expect(await showBoard('superAdmin', { isSetUp: false })).toEqual(['GET /api/v2/dashboard'])
})

it('a company that is set up has no checklist, and neither has a role that may do no step', async () => {
  expect(await showBoard('visitorAdmin', { isSetUp: false })).toEqual(['GET /api/v2/dashboard'])
  expect(isGone()).toBe(false)
  cleanup()
  queryClient.clear()
  expect(await showBoard('superAdmin', { isSetUp: true })).toEqual(['GET /api/v2/dashboard'])
  expect(isGone()).toBe(true)
})

it('the checklist disappears when somebody dismisses it', async () => {
  show('superAdmin', { devices: 2, records: 0 })
  fireEvent.click(await screen.findByRole('button', { name: 'Do not show again' }))
  expect(screen.queryByRole('list')).toBeNull()
  expect(localStorage.getItem('firstStepsGone')).toBe('1')
})

it('a role sees the steps that it may do', async () => {
  show('deviceAdmin', { devices: 0, records: 0 })
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
})
