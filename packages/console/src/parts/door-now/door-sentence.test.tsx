import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls, type SeenCall } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { doorNowTexts } from './door-now-texts.ts'
import { DoorSentence } from './door-sentence.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(doorNowTexts)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const id = '0199aaaa-0000-7000-8000-000000000001'
const device = { id, name: 'Main entrance', location: null }
const passage: RecognitionRecord = {
  id,
  kind: 'staff',
  person: { id, name: 'Mina Castro' },
  device,
  door: null,
  direction: 'out',
  recognisedAt: '2026-11-24T18:07:11Z',
  claimedAt: null,
  receivedAt: '2026-11-24T18:07:12Z',
  entryMode: 'face',
  score: 0.8,
  candidates: [],
  opened: true,
  abnormal: 'none',
  hasDoubtfulTime: false,
  hasCapture: false,
  misrecognition: null,
}
const alarm: Alarm = {
  id,
  type: 'tamper',
  code: 10001,
  status: 'raised',
  raisedAt: '2026-11-24T18:07:11Z',
  lastAt: '2026-11-24T18:07:11Z',
  receivedAt: '2026-11-24T18:07:11Z',
  claimedAt: null,
  times: 1,
  device,
  description: null,
  person: null,
  handler: null,
  acknowledgedAt: null,
  releasedAt: null,
  releaseWay: 'by-hand',
  isReleasing: false,
  hasImage: false,
  hasDoubtfulTime: false,
}

function draw(role: Role, { alarms = [] as Alarm[], isAtEase = true, last = passage } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T19:00:00Z') })
  setUser({ ...sessionUserOf(role), timeZone: 'UTC' })
  answerCalls({
    'GET /api/v2/live-view/passages': [last],
    'GET /api/v2/alarms': ({ url: { searchParams: asked } }: SeenCall) => {
      expect([asked.get('deviceId'), asked.get('port')]).toEqual([id, '3'])
      return { items: alarms.filter(({ status }) => status === asked.get('status')), next: null }
    },
  })
  renderRoutes(
    [
      {
        path: '/',
        element: (
          <p>{<DoorSentence at={{ deviceId: id }} readers={[{ deviceId: id, port: 3 }]} isAtEase={isAtEase} />}</p>
        ),
      },
    ],
    '/',
  )
}
const sentence = () => screen.getByRole('paragraph').textContent?.replace(/\s+/g, ' ').trim()

it('a door tells its last passage and that nothing needs the reader', async () => {
  draw('superAdmin')
  await screen.findByText(/Nothing needs you here/)
  await screen.findByText('Mina Castro')
  expect(sentence()).toBe('Last passage: Mina Castro, 18:07, out. Nothing needs you here.')
})

it('an alarm that is not over is told, whatever else is at ease', async () => {
  draw('superAdmin', { alarms: [alarm, { ...alarm, id: device.id.replace(/1$/, '2'), status: 'release-failed' }] })
  expect(await screen.findByText(/2 alarms here are not over\./)).toBeTruthy()
  expect(screen.queryByText(/Nothing needs you/)).toBeNull()
})

it('an alarm that somebody has taken on needs nobody else, as in Live', async () => {
  draw('superAdmin', { alarms: [{ ...alarm, status: 'acknowledged' }] })
  expect(await screen.findByText(/Nothing needs you here/)).toBeTruthy()
  expect(screen.queryByText(/not over/)).toBeNull()
})

it('a door that is held, offline or open is not said to need nobody', async () => {
  draw('superAdmin', { isAtEase: false, last: { ...passage, opened: false, recognisedAt: '2026-11-23T18:07:11Z' } })
  await screen.findByText('Mina Castro')
  expect(sentence()).toBe('Last refused: Mina Castro, 2026-11-23 18:07.')
})

it('a device administrator hears of no person', async () => {
  draw('deviceAdmin')
  expect(await screen.findByText(/Nothing needs you here/)).toBeTruthy()
  expect(sentence()).toBe('Nothing needs you here.')
})
