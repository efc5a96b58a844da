import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { LastSeen, PlaceNow, StaffPlaces } from './staff-places.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const [inside, outside, unseen] = [idOf(1), idOf(2), idOf(3)]
const ids = [inside, outside, unseen]
const since = '2020-03-02T09:12:00Z'
const door = { id: idOf(4), name: 'Main entrance' }

it('a list of people says where each is now and by which door they came, and nothing of whom no door has told', async () => {
  setUser(sessionUserOf('subAdmin'))
  const seen = answerCalls({
    'GET /api/v2/inside/people': [
      { personId: inside, area: { id: idOf(5), name: 'Lobby' }, door, since },
      { personId: outside, area: null, door: null, since },
    ],
  })
  const rows = ids.map((id) => (
    <p key={id} data-testid={id}>
      <PlaceNow id={id} />, <LastSeen id={id} />
    </p>
  ))
  renderRoutes([{ path: '/', element: <StaffPlaces ids={ids}>{rows}</StaffPlaces> }], '/')
  const words = (id: string) => screen.getByTestId(id).textContent
  await waitFor(() => expect(words(inside)).toMatch(/^Lobby, 2020-03-02 \d\d:12 Main entrance$/))
  expect(words(outside)).toMatch(/^Outside, 2020-03-02 \d\d:12$/)
  expect(words(unseen)).toBe(', ')
  expect(seen.map(({ url }) => url.searchParams.get('ids'))).toEqual([ids.join(',')])
})
