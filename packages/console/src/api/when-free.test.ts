import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { maxTries, whenFree } from './when-free.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const refused = (message: string, data: unknown) => new CallError({ status: 503, code: '503', message, desc: '', data })
const busy = refused('server.busy', { seconds: 5 })

/** A call that fails with these one after the other, and then succeeds. */
function start(failures: readonly unknown[]) {
  const told = { asked: 0, busy: 0, isOver: false }
  const left = [...failures]
  const answer = whenFree(
    async () => {
      told.asked++
      if (left.length > 0) throw left.shift()
      return 'good'
    },
    { onBusy: () => told.busy++, isOver: () => told.isOver },
  ).catch((error: unknown) => error)
  return { told, answer }
}

it('a call that a busy server puts off is made again by itself, not before the time that it asks for', async () => {
  const { told, answer } = start([busy, busy])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(told).toMatchObject({ asked: 1, busy: 1 })
  await vi.advanceTimersByTimeAsync(2_501)
  expect(told).toMatchObject({ asked: 2, busy: 2 })
  await vi.advanceTimersByTimeAsync(7_500)
  expect(await answer).toBe('good')
  expect(told.asked).toBe(3)
})

it.each([
  ['server.disk-full', { seconds: 30 }],
  ['server.busy', null],
  ['portrait.unreadable', {}],
])('a refusal by %s with %o is no wait', async (message, data) => {
  const { told, answer } = start([refused(message, data)])
  expect(await answer).toMatchObject({ message })
  expect(told).toMatchObject({ asked: 1, busy: 0 })
})

it('a server that stays busy is told in the end', async () => {
  const { told, answer } = start(Array.from({ length: 99 }, () => busy))
  await vi.advanceTimersByTimeAsync(maxTries * 7_500)
  expect(await answer).toBe(busy)
  expect(told.asked).toBe(maxTries)
})

it('a picture that was taken away meanwhile is not sent again', async () => {
  const { told, answer } = start([busy])
  await vi.advanceTimersByTimeAsync(1_000)
  told.isOver = true
  await vi.advanceTimersByTimeAsync(7_500)
  expect(await answer).toBe(busy)
  expect(told.asked).toBe(1)
})
