import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
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
  id: `0199aaaa-0000-7000-8000-0000000000${String(name.length).padStart(2, '0')}`,
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
    'GET /api/v2/records/count': { count: 1_000, isMore: true, countedAt: '2026-11-24T09:00:00Z' },
  })
  renderRoutes([{ path: '/', element: <SavedViewsMenu page="signRecord" /> }], '/')
  expect(await screen.findByRole('link', { name: /Refused ?1,000\+$/ })).toBeTruthy()
  const asked = seen.find(({ url }) => url.pathname.endsWith('/count'))
  expect([...(asked?.url.searchParams.keys() ?? [])].toSorted()).toEqual(['atMost', 'from', 'opened', 'to'])
  cleanup()
  renderRoutes([{ path: '/', element: <SavedViewsMenu page="staff" /> }], '/')
  expect((await screen.findByRole('link', { name: /Guests/ })).textContent).toBe('Guests')
})

it('many saved views are counted one after the other, and only the first eight', async () => {
  setUser(sessionUserOf('superAdmin'))
  const running: (() => void)[] = []
  const names = Array.from({ length: 12 }, (_, index) => 'v'.repeat(index + 1))
  const seen = answerCalls({
    'GET /api/v2/views': names.map((name) => view('signRecord', name, `keyword=${name}`)),
    'GET /api/v2/records/count': () =>
      new Promise((resolve) => {
        running.push(() => resolve({ count: 3, isMore: false, countedAt: '2026-11-24T09:00:00Z' }))
      }),
  })
  renderRoutes([{ path: '/', element: <SavedViewsMenu page="signRecord" /> }], '/')
  const asked = () => seen.filter(({ url }) => url.pathname.endsWith('/count')).length
  for (let turn = 1; turn <= 8; turn += 1) {
    await waitFor(() => expect(running).toHaveLength(turn))
    expect(asked()).toBe(turn)
    running.at(-1)!()
  }
  expect(await screen.findByRole('link', { name: /^v ?3$/ })).toBeTruthy()
  expect(asked()).toBe(8)
  expect(screen.getByRole('link', { name: 'v'.repeat(9) })).toBeTruthy()
})

it('a menu stands without numbers where the file that counts does not come', async () => {
  setUser(sessionUserOf('superAdmin'))
  vi.doMock('../features/records/count-views.ts', () => {
    throw new Error('the file is gone')
  })
  onTestFinished(() => {
    vi.doUnmock('../features/records/count-views.ts')
  })
  answerCalls({ 'GET /api/v2/views': [view('signRecord', 'Refused', 'opened=false&unknown=1')] })
  renderRoutes([{ path: '/', element: <SavedViewsMenu page="signRecord" /> }], '/')
  expect((await screen.findByRole('link', { name: /Refused/ })).textContent).toBe('Refused')
})
