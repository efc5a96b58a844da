import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { sessionUserOf } from '../../test/session-users.ts'
import { preload } from '../api/preloaded-responses.ts'
import { pagePath } from '../lib/page-path.ts'
import { clearSession, keepToken, setUser } from '../lib/session.ts'
import { pageSources } from './features.ts'

beforeEach(() => {
  keepToken('one')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(clearSession)

const nothing = { items: [], next: null, total: 0, isTotalExact: true, counts: { total: 0, online: 0, offline: 0 } }
const answers = {
  'GET /api/v2/records': nothing,
  'GET /api/v2/staff': nothing,
  'GET /api/v2/devices': nothing,
  'GET /api/v2/visitors': nothing,
  'GET /api/v2/departments': [],
}

it.each(['signRecord', 'staff', 'deviceList', 'visitor'] as const)(
  'the page %s asks for its list what was asked ahead of it, and not once more',
  async (name) => {
    const { loader } = await pageSources[name].load()
    const seen = answerCalls(answers)
    preload(name)
    const [asked] = seen
    const client = new QueryClient()
    const request = new Request(new URL(pagePath(name), location.href))
    await loader?.(client)({
      request,
      url: new URL(request.url),
      params: { deptId: '0' },
      pattern: '',
      context: new RouterContextProvider(),
    })
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(client.getQueryCache().getAll().length).toBeGreaterThan(0)
    const ofList = seen.filter(({ url }) => url.pathname === asked?.url.pathname)
    expect(ofList.map(({ url }) => url.href)).toEqual([asked?.url.href])
  },
)
