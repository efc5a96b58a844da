import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { backOffMs } from '../lib/back-off.ts'
import { createRetryingTask } from './retrying-task.ts'
import { LinkError } from '../link/link-error.ts'

function build(outcomes: (Error | null)[]) {
  const clock = createManualClock()
  let runs = 0
  const task = createRetryingTask({
    name: 'test',
    clock,
    async work() {
      const outcome = outcomes[runs++]
      if (outcome) throw outcome
    },
  })
  return { clock, task, runs: () => runs, waiting: () => until(() => clock.waiting === 1, 'the pause') }
}

describe('a retrying task', () => {
  it('A retrying task that failed is tried again after a pause, and not before', async () => {
    const { clock, task, runs, waiting } = build([new Error('no'), null])
    task.schedule()
    await waiting()
    clock.advance(99)
    expect([runs(), task.isIdle]).toEqual([1, false])
    clock.advance(101)
    await until(() => task.isIdle, 'idle')
    expect(runs()).toBe(2)
  })

  it('A retrying task keeps its pause when more work arrives, and cuts it short when the server is available again', async () => {
    const { task, runs, waiting } = build([new Error('no'), null])
    task.schedule()
    await waiting()
    task.schedule()
    task.schedule()
    expect(runs()).toBe(1)
    task.runNow()
    expect(runs()).toBe(2)
    await until(() => task.isIdle, 'idle')
  })

  it('A retrying task is tried again at once when the server is available again, and not begun if there is nothing to do', async () => {
    const { task, runs, waiting } = build([new Error('no'), null])
    task.skipPause()
    expect(runs()).toBe(0)
    task.schedule()
    await waiting()
    task.skipPause()
    await until(() => task.isIdle, 'idle')
    expect(runs()).toBe(2)
  })

  it('A retrying task that fails again and again keeps no more than its last error', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const clock = createManualClock()
    const errors: WeakRef<Error>[] = []
    let last: Error | undefined
    const work = async () => {
      last = new Error('away')
      errors.push(new WeakRef(last))
      throw last
    }
    createRetryingTask({ name: 'test', clock, work }).schedule()
    for (let run = 1; run < 6; run++) {
      await until(() => clock.waiting === 1, 'the pause')
      clock.advance(100_000)
      await until(() => errors.length > run, 'the next run')
    }
    await until(() => {
      collectGarbage()
      return errors.filter((each) => each.deref()).length <= 1
    }, 'that the garbage is gone')
    expect(last).toBeInstanceOf(Error)
  })

  it('A retrying task waits as long as the server asks', async () => {
    const { clock, task, runs, waiting } = build([new LinkError('refused', 'busy', { retryAfterMs: 5_000 }), null])
    task.schedule()
    await waiting()
    clock.advance(4_999)
    expect(runs()).toBe(1)
    clock.advance(1)
    expect(runs()).toBe(2)
    await until(() => task.isIdle, 'idle')
  })

  it('A retrying task never runs twice at a time: work that arrives meanwhile is done afterwards', async () => {
    const clock = createManualClock()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [runs, atOnce, most] = [0, 0, 0]
    const task = createRetryingTask({
      name: 'test',
      clock,
      async work() {
        most = Math.max(most, ++atOnce)
        await gates[runs++]?.promise
        atOnce--
      },
    })
    task.schedule()
    task.schedule()
    task.runNow()
    expect(runs).toBe(1)
    gates[0]?.resolve()
    await until(() => runs === 2, 'the second run')
    gates[1]?.resolve()
    await until(() => task.isIdle, 'idle')
    expect([runs, most]).toEqual([2, 1])
  })

  it('A retrying task reports its outcome to a caller that waits for it', async () => {
    const { task } = build([new Error('no'), null])
    await expect(task.runUntilDone()).rejects.toThrow('no')
    await expect(task.runUntilDone()).resolves.toBeUndefined()
  })

  it('A caller with patience waits for a retrying task over a failure', async () => {
    const { clock, task, waiting } = build([new Error('first'), null])
    const patient = task.runUntilDone(1_000)
    await waiting()
    clock.advance(200)
    await expect(patient).resolves.toBeUndefined()
    const failing = build([new Error('second')])
    await expect(failing.task.runUntilDone(50)).rejects.toThrow('second')
  })

  it('A retrying task that was stopped does no more work', async () => {
    const { clock, task, runs, waiting } = build([new Error('no')])
    task.schedule()
    await waiting()
    await task.stop()
    clock.advance(60_000)
    task.runNow()
    await expect(task.runUntilDone()).rejects.toThrow('stopped')
    expect(runs()).toBe(1)
  })
})

describe('pauses', () => {
  it('Pauses double from 0.2 s to 30 s', () => {
    const longest = (failures: number) => backOffMs(failures, () => 1)
    expect([1, 2, 3, 8, 9, 1_000].map(longest)).toEqual([200, 400, 800, 25_600, 30_000, 30_000])
  })
  it('Pauses differ between terminals, by half at most', () => {
    expect([backOffMs(9, () => 0), backOffMs(9, () => 0.5)]).toEqual([15_000, 22_500])
  })
})
