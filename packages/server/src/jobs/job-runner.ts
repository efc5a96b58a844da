import { setTimeout as wait } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Runner, runMigrations, type Task } from 'graphile-worker'
import type pg from 'pg'
import { type DiskGuard, unguardedDisk } from '../db/disk-guard.ts'
import type { Log } from '../ctx.ts'
import { retryingPool } from './retrying-pool.ts'
import { watchClock } from './watch-clock.ts'

/**
 * A job that repeats: `cron` in UTC, five fields. A missed run is made up for within the last two hours, unless it
 * repeats every few minutes. A job that may run for longer than a second calls `stopping.throwIfAborted()` between its
 * parts: the process waits for it to end, and it is tried again after the next start.
 */
export type RepeatingJob = {
  name: string
  cron: string
  /** Runs while a full disk lets nothing else be written, since it frees space; the other jobs skip those runs. */
  freesDisk?: true
  run: (stopping: AbortSignal) => Promise<void>
}

/** Work that `queueJob` requested, by its name; after an error it is tried again later. */
export type QueuedJob = { name: string; run: (payload: unknown, stopping?: AbortSignal) => Promise<void> }

/** Makes the queue's own tables, so that jobs can be queued whether or not this process runs them. */
export const prepareJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

/** Runs the queue in this process; with several processes each job is done once, by the first that is free. */
export async function startJobs(
  pool: pg.Pool,
  log: Log,
  jobs: readonly RepeatingJob[],
  queued: readonly QueuedJob[],
  disk: DiskGuard = unguardedDisk,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const taskList: Record<string, Task> = Object.fromEntries([
    ...jobs.map((job): [string, Task] => [
      job.name,
      async () => {
        if (job.freesDisk || !disk.isReadOnly()) await job.run(stopping.signal)
      },
    ]),
    ...queued.map((job): [string, Task] => [job.name, (payload) => job.run(payload, stopping.signal)]),
  ])
  /** A job that the end of the process interrupts is no fault: it is done after the next start. */
  const isFault = (level: string) => level === 'error' && !stopping.signal.aborted
  const begin = async () => {
    await discardFutureRuns(pool)
    const runner = await run({
      pgPool: retryingPool(pool, log, stopping.signal),
      taskList,
      parsedCronItems: parseCronItems(
        jobs.map(({ name, cron }) => {
          const backfillPeriod = cron.startsWith('*') ? 0 : 2 * 3_600_000
          return { task: name, match: cron, options: { backfillPeriod } }
        }),
      ),
      noHandleSignals: true,
      // Its own messages report every start and stop: useful only for debugging.
      logger: new Logger(() => (level, message) => log[isFault(level) ? 'error' : 'debug'](message)),
      concurrency: 2,
      pollInterval: 10_000,
    })
    runner.events.on('job:error', ({ job, error }) => {
      if (!stopping.signal.aborted) log.error({ err: error, job: job.task_identifier }, 'a job failed')
    })
    return runner
  }
  let runner: Runner | undefined = await begin()
  const beginAnew = async () => {
    await runner?.stop()
    for (runner = undefined; !runner && !stopping.signal.aborted;) {
      try {
        runner = await begin()
      } catch (error) {
        log.error({ err: error }, 'the jobs do not begin; trying again')
        await wait(5_000, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  let begun = Promise.resolve()
  const endWatch = watchClock(() => {
    log.warn({}, 'the clock of this machine has jumped; the jobs begin anew')
    begun = begun.then(beginAnew)
  })
  return {
    async stop() {
      endWatch()
      stopping.abort()
      await begun
      await runner?.stop()
    },
  }
}

/**
 * Repairs the effects of a clock that was ahead: the calendar of graphile-worker waits until the time of its last entry
 * is over, and a job until its hour. Our jobs wait for six hours at most.
 */
async function discardFutureRuns(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null, known_since = least(known_since, $1)
      where greatest(last_execution, known_since) > $1`,
    [Temporal.Now.instant().add({ minutes: 1 }).toString()],
  )
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '1 day'`)
}
