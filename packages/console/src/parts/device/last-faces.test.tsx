import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { hintingServer } from '../../../test/hinting-server.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { LastFaces } from './last-faces.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

it('the faces follow each hint, the number of today’s records does not, and is counted as far as a list’s', async () => {
  setUser(sessionUserOf('superAdmin'))
  const seen = answerCalls({
    'GET /api/v2/live-view/passages': [],
    'GET /api/v2/device-clocks': [],
    'GET /api/v2/records/count': { count: 10_000, isMore: true, countedAt: '2026-11-24T09:00:00Z' },
  })
  const given = Promise.withResolvers<QueryClient>()
  function Page() {
    const client = useQueryClient()
    useEffect(() => given.resolve(client), [client])
    return <LastFaces at={{ deviceId: '0199aaaa-0000-7000-8000-000000000001' }} />
  }
  renderRoutes([{ path: '/', Component: Page }], '/')
  const hint = hintingServer(await given.promise)
  expect(await screen.findByRole('link', { name: /10,000\+/ })).toBeTruthy()
  const asked = (path: string) => seen.filter(({ url }) => url.pathname.endsWith(path))
  const before = asked('/passages').length
  hint('records')
  await waitFor(() => expect(asked('/passages').length).toBeGreaterThan(before))
  expect(asked('/count')).toHaveLength(1)
  expect(asked('/count')[0]!.url.searchParams.get('atMost')).toBe('10000')
})
