import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { renderRoutes } from '../../test/render-routes.tsx'
import { sessionUserOf } from '../../test/session-users.ts'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { setUser } from '../lib/session.ts'
import { SavedViewsMenu } from './saved-views-menu.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const view = (page: string, name: string, query: string) => ({
  id: `0199aaaa-0000-7000-8000-00000000000${name.length}`,
  page,
  name,
  query,
  isShared: false,
  owner: null,
})

it('a saved view of records says how many it has, by its own filters', async () => {
  setUser(sessionUserOf('superAdmin'))
  const seen = answerCalls({
    'GET /api/v2/views': [
      view('signRecord', 'Refused', 'opened=false&period=today&size=50'),
      view('staff', 'Guests', 'keyword=guest'),
    ],
    'GET /api/v2/records/count': { count: 100_000, isMore: true, countedAt: '2026-11-24T09:00:00Z' },
  })
  renderRoutes([{ path: '/', element: <SavedViewsMenu page="signRecord" /> }], '/')
  expect(await screen.findByRole('link', { name: /Refused ?100,000\+$/ })).toBeTruthy()
  const asked = seen.find(({ url }) => url.pathname.endsWith('/count'))
  expect([...(asked?.url.searchParams.keys() ?? [])].toSorted()).toEqual(['from', 'opened', 'to'])
  cleanup()
  renderRoutes([{ path: '/', element: <SavedViewsMenu page="staff" /> }], '/')
  expect((await screen.findByRole('link', { name: /Guests/ })).textContent).toBe('Guests')
})
