import { type DoorNeed, doorNeeds } from '@gatehouse/contract/features/floor-plans.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
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
type Drawn = { needs?: readonly DoorNeed[] | undefined; isAtEase?: boolean; last?: RecognitionRecord }
function draw(role: Role, { isAtEase = true, last = passage, ...given }: Drawn = {}) {
  const needs = 'needs' in given ? given.needs : []
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T19:00:00Z') })
  setUser({ ...sessionUserOf(role), timeZone: 'UTC' })
  answerCalls({ 'GET /api/v2/live-view/passages': [last] })
  const element = <DoorSentence at={{ deviceId: id }} hasReaders needs={needs} isAtEase={isAtEase} />
  renderRoutes([{ path: '/', element: <p>{element}</p> }], '/')
}
const sentence = () => screen.getByRole('paragraph').textContent?.replace(/\s+/g, ' ').trim()

it('a door tells its last passage and that nothing needs the reader', async () => {
  draw('superAdmin')
  await screen.findByText(/Nothing needs you here/)
  await screen.findByText('Mina Castro')
  expect(sentence()).toBe('Last passage: Mina Castro, 18:07, out. Nothing needs you here.')
})

it.each(doorNeeds)('a door is not said to need nobody while it needs somebody: %s', async (need) => {
  draw('superAdmin', { needs: [need] })
  expect(await screen.findByText(/Needs you: \S/)).toBeTruthy()
  expect(screen.queryByText(/Nothing needs you/)).toBeNull()
})

it('all reasons for which a door needs somebody stand in one sentence', async () => {
  draw('deviceAdmin', { needs: ['wire-lost', 'left-people'] })
  expect(await screen.findByText(/Needs you/)).toBeTruthy()
  expect(sentence()).toBe('Needs you: a wire is cut, people who may still pass as before.')
})

it('a door of which nobody knows yet what it needs is not said to need nobody', async () => {
  draw('superAdmin', { needs: undefined })
  await screen.findByText('Mina Castro')
  expect(sentence()).toBe('Last passage: Mina Castro, 18:07, out.')
})

it('a door that is held or open is not said to need nobody', async () => {
  draw('superAdmin', { isAtEase: false, last: { ...passage, opened: false, recognisedAt: '2026-11-23T18:07:11Z' } })
  await screen.findByText('Mina Castro')
  expect(sentence()).toBe('Last refused: Mina Castro, 2026-11-23 18:07.')
})

it('a device administrator hears of no person', async () => {
  draw('deviceAdmin')
  expect(await screen.findByText(/Nothing needs you here/)).toBeTruthy()
  expect(sentence()).toBe('Nothing needs you here.')
})
