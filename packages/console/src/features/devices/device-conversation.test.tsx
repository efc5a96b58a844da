import type { Device } from '@gatehouse/contract/features/devices.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DeviceConversation } from './device-conversation.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts that the conversation is drawn from
const device = { id, name: 'Gate', capabilities: { make: 'zkteco' } } as Device
const exchange = {
  id,
  beganAt: '2026-11-28T09:00:00Z',
  tookMs: 12,
  call: 'POST /iclock/devicecmd',
  address: '10.1.0.1',
  status: 200,
  said: [
    { word: 'answers-command', text: 'ID=7&Return=-1001', command: 7, answer: 'full' },
    { word: 'record', text: 'pin=123456789', person: 123_456_789 },
    { word: 'record', text: 'pin=987654321', person: 987_654_321 },
  ],
  answered: [{ word: 'ok', text: 'OK' }],
  more: 2,
}
const people = [{ number: 123_456_789, name: 'Ann' }]
const lines = [
  { id, receivedAt: '2026-11-28T08:00:00Z', place: 'ATTLOG', text: 'a raw row', meaning: 'locked-remotely' },
]

const draw = (role: 'superAdmin' | 'visitorAdmin', exchanges = [exchange]) => {
  setUser(sessionUserOf(role))
  const calls = answerCalls({
    [`GET /api/v2/devices/${id}/conversation`]: { exchanges, people, keptLines: 1 },
    [`GET /api/v2/devices/${id}/lines`]: lines,
  })
  renderRoutes([{ path: '*', element: <DeviceConversation device={device} /> }], '/')
  return calls
}

it('each line says what it is about, the person by name where it may be read, and how a command was answered', async () => {
  draw('superAdmin')
  const said = await screen.findByRole('list', { name: 'Terminal' })
  expect(within(said).getByText('Answers · command 7 · its memory is full')).toBeDefined()
  expect(within(said).getByText('Record of a passage · Ann')).toBeDefined()
  expect(within(said).getByText('Record of a passage · person 987654321')).toBeDefined()
  expect(within(screen.getByRole('list', { name: 'Server' })).getByText('Taken')).toBeDefined()
  expect(screen.getByText('12 ms')).toBeDefined()
  expect(screen.getByText('2 more lines')).toBeDefined()
})

it('lines that were not understood are read once somebody asks for them', async () => {
  draw('superAdmin')
  expect(await screen.findByText('1 line was not understood, or not used')).toBeDefined()
  expect(screen.queryByText('a raw row')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show the lines' }))
  expect(await screen.findByText('a raw row')).toBeDefined()
  expect(screen.getByText('The door was locked remotely.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Discard the lines' })).toBeDefined()
  cleanup()
  draw('visitorAdmin')
  await screen.findByText('1 line was not understood, or not used')
  expect(screen.queryByRole('button', { name: 'Show the lines' })).toBeNull()
})

it('a device that has said nothing yet says so', async () => {
  draw('superAdmin', [])
  expect(await screen.findByText('Nothing was said yet')).toBeDefined()
})
