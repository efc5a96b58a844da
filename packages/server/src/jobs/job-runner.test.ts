import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { openPool } from '../db/open-database.ts'
import type { Log } from '../ctx.ts'
import { prepareJobs, startJobs } from './job-runner.ts'
import { watchClock } from './watch-clock.ts'

function logTo(hear: (words: string) => void): Log {
  const say = (_: object, words = '') => hear(words)
  return { debug: say, info: say, warn: say, error: say }
}

it.each([
  ['done', () => {}],
  [
    'failed',
    () => {
      throw new Error('not today')
    },
  ],
])(
  'a job that is %s while the database cannot note it is noted afterwards, and ends nothing else',
  async (_, action) => {
    const database = await createTestDatabase()
    const pool = openPool(database.url)
    await prepareJobs(pool)
    const move = (from: string, to: string) => pool.query(`alter table graphile_worker.${from} rename to ${to}`)
    const said: string[] = []
    const log = logTo((words) => said.push(words))
    const run = async () => {
      await move('_private_jobs', 'away')
      action()
    }
    const jobs = await startJobs(pool, log, [], [{ name: 'action', run }])
    await pool.query(`select graphile_worker.add_job('action', '{}'::json, max_attempts => 1)`)
    await until(() => said.includes('the end of a job could not be noted yet'))
    await move('away', '_private_jobs')
    const unfinished = () => pool.query('select from graphile_worker._private_jobs where locked_at is not null')
    expect(await until(async () => (await unfinished()).rowCount === 0)).toBe(true)
    await jobs.stop()
    await pool.end()
    await database.drop()
  },
)

it('a long job is interrupted when the process ends, and is done after the next start', async () => {
  const database = await createTestDatabase()
  const pool = openPool(database.url)
  await prepareJobs(pool)
  const said: string[] = []
  let isBegun = false
  const run = async (_: unknown, stopping?: AbortSignal) => {
    isBegun = true
    await until(() => stopping?.aborted)
    stopping?.throwIfAborted()
  }
  const faults: unknown[] = []
  const jobs = await startJobs(
    pool,
    { ...logTo((words) => said.push(words)), error: (fault: unknown) => void faults.push(fault) },
    [],
    [{ name: 'action', run }],
  )
  await pool.query(`select graphile_worker.add_job('action', '{}'::json)`)
  await until(() => isBegun)
  await jobs.stop()
  expect(faults, 'an interrupted job is no fault').toEqual([])
  const waiting = () => pool.query('select from graphile_worker._private_jobs where locked_at is null')
  expect(await until(async () => (await waiting()).rowCount === 1)).toBe(true)
  expect(said).not.toContain('a job failed')
  await pool.end()
  await database.drop()
})

it('a repeating job whose time was missed runs later, also after the clock was a year ahead for a while', async () => {
  const database = await createTestDatabase()
  const pool = openPool(database.url)
  await prepareJobs(pool)
  await pool.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('action', now() - interval '1 hour', now() + interval '1 year')`)
  let runs = 0
  const { hour, minute } = Temporal.Now.zonedDateTimeISO('UTC').subtract({ minutes: 5 })
  const action = { name: 'action', cron: `${minute} ${hour} * * *`, run: async () => void runs++ }
  const jobs = await startJobs(
    pool,
    logTo(() => {}),
    [action],
    [],
  )
  expect(await until(() => runs > 0)).toBe(true)
  await jobs.stop()
  await pool.end()
  await database.drop()
})

it('a jump of the clock is logged once, and its slow correction is not', () => {
  vi.useFakeTimers()
  let partedMs = 0
  const jumped = vi.fn<() => void>()
  const end = watchClock(jumped, () => partedMs)
  for (partedMs = 0; partedMs < 1_000_000; partedMs += 100_000) vi.advanceTimersByTime(30_000)
  expect(jumped).not.toHaveBeenCalled()
  partedMs -= 86_400_000
  vi.advanceTimersByTime(90_000)
  expect(jumped).toHaveBeenCalledOnce()
  end()
  vi.useRealTimers()
})
