import { getDashboard, getExhibition } from '@gatehouse/contract/features/dashboard.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { hintDuringFirstQuestion } from '../../../test/hint-during-first-question.tsx'
import { hintingServer } from '../../../test/hinting-server.ts'
import { callPlain } from '../../api/call.ts'
import { dashboardQuery, exhibitionQuery } from './dashboard-queries.ts'
import { useFollowed } from './use-followed.ts'

afterEach(cleanup)

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

it('[DASH-06] the dashboard loses no hint that comes during its first question', async () => {
  const useIt = () => {
    useFollowed(dashboardQuery)
    return useQuery({ queryKey: dashboardQuery.queryKey, queryFn: () => callPlain(getDashboard), retry: false })
  }
  const questions = await hintDuringFirstQuestion({
    useIt,
    path: `/api${getDashboard.path}`,
    topic: 'records',
    answer: null,
  })
  await expect.poll(questions).toBe(2)
})

it.each([
  ['the dashboard', dashboardQuery],
  ['the display of a lobby', exhibitionQuery],
] as const)('[DASH-06] %s asks again where a hint came after its answer and before it was drawn', async (_, query) => {
  let asked = 0
  const question = { queryKey: query.queryKey, queryFn: async () => ++asked }
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } })
  const hint = hintingServer(client)
  await client.prefetchQuery<unknown>(question)
  const draw = () =>
    renderHook(
      () => {
        useFollowed(query)
        return useQuery<unknown>(question)
      },
      { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
    )
  hint('timetables')
  draw().unmount()
  expect(asked).toBe(1)
  hint('records')
  draw()
  await expect.poll(() => asked).toBe(2)
})
