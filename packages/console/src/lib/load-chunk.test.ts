import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkError, chunkTimeoutMs, loadChunk } from './load-chunk.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[NAV-10] a chunk that does not load within 120,000 ms is an error', async () => {
  expect(chunkTimeoutMs).toBe(120_000)
  const outcome = loadChunk(() => new Promise(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(await Promise.race([outcome, Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBeInstanceOf(ChunkError)
})

it('[NAV-10] a missing chunk reloads the page once and then shows an error; without the server it only shows the error', async () => {
  const reload = vi.fn<() => void>()
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  for (const [isThere, reloads] of [
    [false, 0],
    [true, 1],
    [true, 1],
  ] as const) {
    const page = { isServed: () => Promise.resolve(isThere), reload }
    await expect(loadChunk(load, 1_000, page)).rejects.toBeInstanceOf(ChunkError)
    expect(reload).toHaveBeenCalledTimes(reloads)
  }
})

it('a chunk that loads in time is returned, and no timer is left', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page')
  expect(vi.getTimerCount()).toBe(0)
})
