import { expect, it } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { instantOf } from '../lib/clock.ts'
import { createServerClock } from './server-clock.ts'

it('The server’s clock is this one’s before the first session, and measured from the middle of an answer after it', () => {
  const clock = createManualClock()
  const serverClock = createServerClock(clock)
  const sentAtMs = clock.nowMs()
  expect(serverClock.nowMs()).toBe(sentAtMs)

  clock.advance(200)
  expect(serverClock.measure(instantOf(sentAtMs + 60_100), sentAtMs)).toBe(60_000)
  clock.advance(1_000)
  expect(serverClock.nowMs()).toBe(clock.nowMs() + 60_000)
})

it('A server whose clock is behind has a negative offset', () => {
  const clock = createManualClock()
  const serverClock = createServerClock(clock)
  expect(serverClock.measure(instantOf(clock.nowMs() - 5_000), clock.nowMs())).toBe(-5_000)
  expect(serverClock.nowMs()).toBe(clock.nowMs() - 5_000)
})
