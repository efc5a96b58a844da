import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeatWhileAsked } from './repeat-while-asked.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a thousand hints in a second are two refreshes, and each begins after the one before has ended', async () => {
  const gates: PromiseWithResolvers<void>[] = []
  const { ask } = repeatWhileAsked(() => {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    return gate.promise
  }, 1_000)
  for (let i = 0; i < 1_000; i++) ask()
  expect(gates).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(gates).toHaveLength(1)
  gates[0]?.resolve()
  await vi.advanceTimersByTimeAsync(999)
  expect(gates).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(gates).toHaveLength(2)
  gates[1]?.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(gates).toHaveLength(2)
})

it('refreshes continue after one that failed, and end when they are stopped', async () => {
  let count = 0
  const { ask, stop } = repeatWhileAsked(async () => {
    count++
    throw new Error('no server')
  }, 1_000)
  ask()
  await vi.advanceTimersByTimeAsync(1_000)
  ask()
  expect(count).toBe(2)
  ask()
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  ask()
  expect(count).toBe(2)
})
