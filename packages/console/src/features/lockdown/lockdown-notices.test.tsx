import type { ActiveLockdown, LockdownState } from '@gatehouse/contract/features/lockdown.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { lockdownTexts } from './lockdown-feature.ts'
import { LockdownNotices } from './lockdown-notices.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(lockdownTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const named = (name: string) => ({ id, name })
const active: ActiveLockdown = {
  id,
  kind: 'emergency-open',
  level: null,
  scope: { kind: 'everything', id: null, name: null },
  begunAt: '2026-11-28T09:00:00Z',
  releaseAskedAt: null,
  doors: { total: 2, confirmed: 2, leftShut: 1 },
}
const state: LockdownState = {
  ...active,
  exemptGroups: [],
  reason: null,
  needsTwoPeople: false,
  begunBy: 'Rosa',
  releaseAskedBy: null,
  releaseAskedById: null,
  releasedBy: null,
  releasedAt: null,
  releaseReason: null,
  unconfirmed: [],
  leftShut: [{ door: named('Time clock'), device: named('Clock terminal') }],
}

it('an emergency waits for no door that cannot be opened from here, and names it to who sees devices', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ [`GET /api/v2/lockdowns/${id}`]: state })
  renderRoutes([{ path: '*', element: <LockdownNotices active={[active]} /> }], '/')
  const notice = (await screen.findByText(/Time clock/)).textContent
  expect(notice).toContain('All 2 doors confirm it. Cannot be opened from here; open there: Time clock.')
  expect(notice).not.toContain('Not confirmed yet')
})

it('an emergency tells those who see no devices how many doors have to be opened on the spot, also where no other is there', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  answerCalls({})
  const none = { total: 0, confirmed: 0, leftShut: 2 }
  renderRoutes([{ path: '*', element: <LockdownNotices active={[{ ...active, doors: none }]} /> }], '/')
  expect(document.body.textContent).toContain('2 doors cannot be opened from here, and have to be opened there.')
  expect(document.body.textContent).not.toContain('No door with a reader')
})
