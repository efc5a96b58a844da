import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { useIsClear } from './device-at-ease.ts'
import { deviceSettingsQuery, leftPeopleQuery } from './device-queries.ts'

beforeAll(async () => {
  await startI18n()
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const facts = { id, cloneSeenAt: null, missingRecords: 0, holdsWeakHashes: false, isFaceThresholdLow: false }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts that it is decided by
const deviceOf = (knowsByNumber: boolean) => ({ ...facts, capabilities: { knowsByNumber } }) as Device

const liveness = (wanted: boolean) => ({
  revision: 1,
  schema: null,
  settings: [
    {
      key: 'livenessCheck',
      wanted,
      isDefault: false,
      reported: wanted,
      isDifferent: false,
      differentSince: null,
      refusal: null,
    },
  ],
  reportedRevision: 1,
  reportedAt: null,
  faceThreshold: null,
})
const left = [{ number: 7, name: 'Ann', since: '2026-11-28T09:00:00Z' }]

/** Beside the answer, how far its questions are: an answer of before them says nothing. */
function Clear({ device }: { device: Device }) {
  const isClear = useIsClear(device)
  const settings = useQuery(deviceSettingsQuery(id))
  const left = useQuery({ ...leftPeopleQuery(id), enabled: device.capabilities.knowsByNumber })
  return <p>{`${isClear ? 'clear' : 'not clear'}: ${settings.status}, ${left.status}`}</p>
}

function draw(device: Device, answers: { settings: unknown; left?: unknown }) {
  const calls = answerCalls({
    [`GET /api/v2/devices/${id}/settings`]: answers.settings,
    [`GET /api/v2/devices/${id}/left-people`]: answers.left,
  })
  renderRoutes([{ path: '*', element: <Clear device={device} /> }], '/')
  return calls
}

it('a device whose liveness check is on, and that holds nobody who should be gone, is clear', async () => {
  draw(deviceOf(true), { settings: liveness(true), left: [] })
  expect(await screen.findByText('clear: success, success')).toBeTruthy()
})

it('a device that knows people by itself is not asked who is left on it', async () => {
  const calls = draw(deviceOf(false), { settings: liveness(true) })
  expect(await screen.findByText('clear: success, pending')).toBeTruthy()
  expect(calls.map(({ url }) => url.pathname)).toEqual([`/api/v2/devices/${id}/settings`])
})

const never = () => new Promise(() => {})
const refused = () => refusal(403, 'auth.permission-denied')
it.each<[string, { settings: unknown; left: unknown }, string]>([
  ['the liveness check is off', { settings: liveness(false), left: [] }, 'success, success'],
  ['its settings are on their way', { settings: never, left: [] }, 'pending, success'],
  ['its settings could not be read', { settings: refused, left: [] }, 'error, success'],
  ['somebody who should be gone is still on it', { settings: liveness(true), left }, 'success, success'],
  ['nobody knows yet who is left on it', { settings: liveness(true), left: never }, 'success, pending'],
  ['who is left on it could not be read', { settings: liveness(true), left: refused }, 'success, error'],
])('a device is not clear while %s', async (_, answers, asked) => {
  draw(deviceOf(true), answers)
  expect(await screen.findByText(`not clear: ${asked}`)).toBeTruthy()
})
