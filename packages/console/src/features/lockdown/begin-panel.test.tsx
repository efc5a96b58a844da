import type { LockdownPreview } from '@gatehouse/contract/features/lockdown.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { BeginPanel } from './begin-panel.tsx'
import { lockdownTexts } from './lockdown-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(lockdownTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

it('the preview of a lockdown names the terminals that may go on opening and those that do, and no others', async () => {
  const one = { doorCount: 1, noOpening: null }
  const alone: LockdownPreview['alone'] = [
    { ...one, id: '0199aaaa-0000-7000-8000-000000000001', name: 'Yard', mayIgnoreHours: true, ignoresHours: false },
    { ...one, id: '0199aaaa-0000-7000-8000-000000000002', name: 'Gate', mayIgnoreHours: false, ignoresHours: false },
    { ...one, id: '0199aaaa-0000-7000-8000-000000000003', name: 'Shed', mayIgnoreHours: true, ignoresHours: true },
  ]
  answerCalls({
    'GET /api/v2/lockdown-preview': { doors: 2, reachable: 2, leftShut: 0, leftOpen: 1, exemptGroups: [], alone },
    'GET /api/v2/site-names': [],
    'GET /api/v2/groups': [],
  })
  renderRoutes([{ path: '*', element: <BeginPanel onClose={() => {}} /> }], '/')
  expect((await screen.findByText(/^May go on opening/)).textContent).toMatch(/keep to no hours: Yard\./)
  expect(screen.getByText('1 door of this place cannot be locked down.')).toBeTruthy()
  expect(screen.getByText(/^Keep to no hours/).textContent).toMatch(/everybody on them: Shed\./)
  expect(screen.getByText(/^Decide alone/).textContent).toMatch(/: (?:Yard, Gate|Gate, Yard)\./)
})
