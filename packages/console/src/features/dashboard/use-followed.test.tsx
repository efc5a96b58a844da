import { getDashboard, getExhibition } from '@gatehouse/contract/features/dashboard.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { callPlain } from '../../api/call.ts'
import { followLive } from '../../api/live.ts'
import { dashboardQuery, exhibitionQuery } from './dashboard-queries.ts'
import { useFollowed } from './use-followed.ts'

afterEach(cleanup)

/** Stands where the server's stream of hints is, which this environment has no part for. */
function hintingServer(client: QueryClient): (topic: LiveTopic) => void {
  const line = new EventTarget()
  class Line {
    static readonly CLOSED = 2
    readyState = 1
    addEventListener = line.addEventListener.bind(line)
    close() {
      this.readyState = Line.CLOSED
    }
  }
  const before = globalThis.EventSource
  Object.assign(globalThis, { EventSource: Line })
  const end = followLive(client)
  onTestFinished(() => {
    end()
    Object.assign(globalThis, { EventSource: before })
  })
  return (topic) => line.dispatchEvent(new MessageEvent('hint', { data: JSON.stringify({ topic }) }))
}

it.each([
  ['the dashboard', getDashboard, dashboardQuery],
  ['the display of a lobby', getExhibition, exhibitionQuery],
] as const)(
  '[DASH-06] %s asks again when the server hints at a record, and not at a timetable',
  async (_, route, query) => {
    const seen = answerCalls({ [`GET /api${route.path}`]: null })
    const client = new QueryClient()
    const hint = hintingServer(client)
    renderHook(
      () => {
        useFollowed(query)
        return useQuery({ queryKey: query.queryKey, queryFn: () => callPlain(route), retry: false })
      },
      { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
    )
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(seen).toHaveLength(1)
    hint('timetables')
    expect(client.isFetching()).toBe(0)
    hint('records')
    await expect.poll(() => seen.length).toBe(2)
  },
)
