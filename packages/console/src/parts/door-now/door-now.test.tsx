import type { Door } from '@gatehouse/contract/features/sites.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DoorNow } from './door-now.tsx'
import { doorNowTexts } from './door-now-texts.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(doorNowTexts)
})
afterEach(cleanup)

const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const [doorId, deviceId, areaId, siteId] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const door: Door = {
  id: doorId,
  name: 'Archive door',
  kind: 'door',
  site: { id: siteId, name: 'Works' },
  fromArea: null,
  toArea: { id: areaId, name: 'Archive' },
  hasContact: false,
  needsReason: false,
  readers: [
    {
      deviceId,
      deviceName: 'Archive reader',
      isOnline: true,
      port: 1,
      direction: 'entry',
      effectiveDirection: 'entry',
    },
  ],
  version: 1,
  createdAt: '2026-11-24T09:00:00Z',
}
const command = {
  id: idOf(5),
  kind: 'open-once',
  state: 'done',
  reason: 'Delivery',
  result: null,
  createdBy: 'quinn',
  createdAt: '2026-11-24T09:00:00Z',
  expiresAt: '2026-11-24T09:01:00Z',
  finishedAt: '2026-11-24T09:00:01Z',
}
const none = { items: [], total: 0, next: null }
const hour = { staff: 0, visitor: 0, stranger: 0, spoof: 0, blacklisted: 0, opened: 0, total: 0 }
const answers = {
  'GET /api/v2/records/statistics': {
    timeZone: 'UTC',
    total: hour,
    steps: Array.from({ length: 24 }, (_, n) => ({ ...hour, step: String(n) })),
    devices: [],
    departments: [],
  },
  'GET /api/v2/live-view/passages': [],
  [`GET /api/v2/devices/${deviceId}/commands`]: {
    ...none,
    items: [{ ...command, kind: 'restart' }, command],
    total: 2,
  },
  'GET /api/v2/alarms': { items: [], next: null },
  'GET /api/v2/inside': { items: [], next: null, total: 0 },
  'GET /api/v2/inside/counts': {
    areas: [{ areaId, siteId, people: 7, visitors: 0, unsure: 0 }],
    people: 7,
    visitors: 0,
  },
  'GET /api/v2/device-clocks': [],
}

function draw(role: Role) {
  setUser(sessionUserOf(role))
  answerCalls(answers)
  renderRoutes([{ path: '/', element: <DoorNow door={door} /> }], '/')
}
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)

it('a door says who opened it and why, and nothing of other commands', async () => {
  draw('superAdmin')
  expect(await screen.findByText('Reason: Delivery')).toBeTruthy()
  expect(screen.getByText('by quinn')).toBeTruthy()
  expect(screen.getAllByText('Done')).toHaveLength(1)
  expect(await screen.findByText('Nobody has passed today.')).toBeTruthy()
  expect(headings()).toEqual([
    'Passages today',
    'Done here from the console',
    'Inside behind it',
    'Alarms that are not over',
    'Terminals',
  ])
})

it('a device administrator sees numbers and terminals, and nobody', async () => {
  draw('deviceAdmin')
  expect(await screen.findByText('7 people in Archive')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('Every alarm here is over.')).toBeTruthy())
  expect(headings()).toEqual([
    'Done here from the console',
    'Inside behind it',
    'Alarms that are not over',
    'Terminals',
  ])
})
