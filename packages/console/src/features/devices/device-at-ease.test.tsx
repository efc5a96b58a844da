import type { Device, JoiningMake } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { useIsClear } from './device-at-ease.ts'
import { deviceSettingsQuery } from './device-queries.ts'

beforeAll(async () => {
  await startI18n()
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const facts = {
  id,
  make: 'gatehouse',
  cloneSeenAt: null,
  missingRecords: 0,
  holdsWeakHashes: false,
  refusesHolidays: false,
  letPassAt: null,
  isFaceThresholdLow: false,
}
const deviceOf = (told: Partial<typeof facts> | { cloneSeenAt: string } | { letPassAt: string } = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts that it is decided by
  ({ ...facts, ...told }) as Device

const makes: JoiningMake[] = [
  { make: 'gatehouse', joins: 'code', port: null, isOn: true },
  { make: 'zkteco', joins: 'appears', port: null, isOn: false },
]

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
/** Beside the answer, how far its question is: an answer of before it says nothing. */
function Clear({ device }: { device: Device }) {
  const isClear = useIsClear(device)
  const settings = useQuery(deviceSettingsQuery(id))
  return <p>{`${isClear ? 'clear' : 'not clear'}: ${settings.status}`}</p>
}

function draw(device: Device, settings: unknown) {
  answerCalls({ [`GET /api/v2/devices/${id}/settings`]: settings, 'GET /api/v2/devices/makes': makes })
  renderRoutes([{ path: '*', element: <Clear device={device} /> }], '/')
}

it('a device whose liveness check is on, and of which its page has nothing to notice, is clear', async () => {
  draw(deviceOf(), liveness(true))
  expect(await screen.findByText('clear: success')).toBeTruthy()
})

it.each([
  ['another one shows its certificate', { cloneSeenAt: '2026-11-28T09:00:00Z' }],
  ['records of it are missing', { missingRecords: 3 }],
  ['it holds weak hashes', { holdsWeakHashes: true }],
  ['it refuses holidays', { refusesHolidays: true }],
  ['it let somebody pass whom its hours refuse', { letPassAt: '2026-11-28T09:00:00Z' }],
  ['its face threshold is low', { isFaceThresholdLow: true }],
  ['its make is switched off', { make: 'zkteco' }],
])('a device is not clear while %s', async (_, told) => {
  draw(deviceOf(told), liveness(true))
  expect(await screen.findByText('not clear: success')).toBeTruthy()
})

const never = () => new Promise(() => {})
const refused = () => refusal(403, 'auth.permission-denied')
it.each<[string, unknown, string]>([
  ['the liveness check is off', liveness(false), 'success'],
  ['its settings are on their way', never, 'pending'],
  ['its settings could not be read', refused, 'error'],
])('a device is not clear while %s', async (_, settings, asked) => {
  draw(deviceOf(), settings)
  expect(await screen.findByText(`not clear: ${asked}`)).toBeTruthy()
})
