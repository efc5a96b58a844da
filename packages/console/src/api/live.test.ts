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
  })
  return { ...refresher, log }
}

it('a hint refreshes its topic at once, and a hundred more within 300 ms only once more', () => {
  const { refresh, log } = refresherWithLog()
  for (let count = 0; count < 100; count += 1) refresh('records')
  expect(log).toEqual(['records'])
  vi.advanceTimersByTime(300)
  expect(log).toEqual(['records', 'records'])
  vi.advanceTimersByTime(3_000)
  expect(log).toEqual(['records', 'records'])
})

it('topics do not wait for each other, and a stopped one says nothing more', () => {
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
