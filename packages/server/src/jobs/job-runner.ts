import { Logger, parseCronItems, run, runMigrations, type Task } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../lib/ctx.ts'

/** A deed that repeats: `cron` in UTC, five fields. A missed time is made up for within the last two hours. */
export type RepeatingJob = { name: string; cron: string; run: () => Promise<void> }

/** Work that `queueJob` asked for, by its name; a throw has it tried again later. */
export type QueuedJob = { name: string; run: (payload: unknown) => Promise<void> }

/** Makes the queue's own tables, so that jobs can be asked for whether or not this process runs them. */
export const prepareJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

/** Runs the queue in this process; with several processes each job is done once, by whoever is first. */
export async function startJobs(
  pool: pg.Pool,
  log: Log,
  jobs: readonly RepeatingJob[],
  queued: readonly QueuedJob[],
): Promise<{ stop(): Promise<void> }> {
  const taskList: Record<string, Task> = Object.fromEntries([
    ...jobs.map((job): [string, Task] => [job.name, () => job.run()]),
    ...queued.map((job): [string, Task] => [job.name, (payload) => job.run(payload)]),
  ])
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(
      jobs.map(({ name, cron }) => ({ task: name, match: cron, options: { backfillPeriod: 2 * 3_600_000 } })),
    ),
    noHandleSignals: true,
    // Its own messages tell of every start and stop: worth seeing when something is looked for.
    logger: new Logger(() => (level, message) => log[level === 'error' ? 'error' : 'debug'](message)),
    concurrency: 2,
    pollInterval: 10_000,
  })
  runner.events.on('job:error', ({ job, error }) => log.error({ err: error, job: job.task_identifier }, 'a job failed'))
  return { stop: () => runner.stop() }
}
