import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { MoveInPanel } from './move-in-panel.tsx'
import { blacklistTexts } from './blacklist-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(blacklistTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

it.each([
  ['mainAdmin', 'Name, job ID or phone', /^Their groups, department/],
  ['visitorAdmin', 'Name or phone', /^Their groups and access/],
] as const)(
  '[PERM-07] the role %s reads about the people whom it may move to the blacklist',
  async (role, hint, text) => {
    setUser(sessionUserOf(role))
    answerCalls({ 'GET /api/v2/groups': [], 'GET /api/v2/blacklist/candidates': [] })
    renderRoutes([{ path: '/manmgt/blacklist/move-in', Component: MoveInPanel }], '/manmgt/blacklist/move-in')
    expect(await screen.findByText(hint)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  },
)
