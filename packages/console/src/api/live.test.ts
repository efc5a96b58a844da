import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { topicRefresher } from './live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function refresherWithLog() {
  const log: unknown[] = []
  const refresher = topicRefresher({
    invalidateQueries: async (filters) => {
      log.push(filters?.queryKey?.[0])
    },
    getQueryCache: () => new QueryCache(),
  })
  return { ...refresher, log }
}

it('the first hint refreshes its topic at once, and a hundred more within 300 ms refresh it once more', () => {
  const { refresh, log } = refresherWithLog()
  for (let count = 0; count < 100; count += 1) refresh('records')
  expect(log).toEqual(['records'])
  vi.advanceTimersByTime(300)
  expect(log).toEqual(['records', 'records'])
  vi.advanceTimersByTime(3_000)
  expect(log).toEqual(['records', 'records'])
})

it('topics do not wait for each other, and a stopped topic refreshes nothing', () => {
  const { refresh, stop, log } = refresherWithLog()
  refresh('records')
  refresh('devices')
  refresh('records')
  expect(log).toEqual(['records', 'devices'])
  stop()
  vi.advanceTimersByTime(1_000)
  expect(log).toEqual(['records', 'devices'])
  expect(vi.getTimerCount()).toBe(0)
})

it('a first request that is under way when a hint comes is sent again', async () => {
  vi.useRealTimers()
  const client = new QueryClient()
  const answers: ((text: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['records', 'list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stopObserving = observer.subscribe(() => {})
  const { refresh, stop } = topicRefresher(client)
  refresh('records')
  answers[0]?.('read before the change')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('read after it')
  await expect.poll(() => observer.getCurrentResult().data).toBe('read after it')
  stop()
  stopObserving()
})

it('a question for a page that is still to be drawn is asked again by that page when a hint came meanwhile', async () => {
  vi.useRealTimers()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } })
  const answers: ((text: string) => void)[] = []
  const options = {
    queryKey: ['records', 'list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  }
  const asked = client.prefetchQuery(options)
  const { refresh, stop } = topicRefresher(client)
  refresh('records')
  answers[0]?.('read before the change')
  await asked
  const page = new QueryObserver(client, options)
  const leave = page.subscribe(() => {})
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('read after it')
  await expect.poll(() => page.getCurrentResult().data).toBe('read after it')
  stop()
  leave()
})

it('a question that is asked again for a page that was left is asked once more when somebody comes back to it', async () => {
  vi.useRealTimers()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } })
  const answers: ((text: string) => void)[] = []
  const options = {
    queryKey: ['records', 'list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  }
  client.setQueryData(options.queryKey, 'long ago', { updatedAt: 1 })
  const asked = client.prefetchQuery(options)
  const { refresh, stop } = topicRefresher(client)
  refresh('records')
  answers[0]?.('read before the change')
  await asked
  const page = new QueryObserver(client, options)
  const leave = page.subscribe(() => {})
  await expect.poll(() => answers.length).toBe(2)
  stop()
  leave()
})
