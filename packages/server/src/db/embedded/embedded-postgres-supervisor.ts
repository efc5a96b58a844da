import { setTimeout as wait } from 'node:timers/promises'
import { endLeftovers, startPostmaster, type PostmasterOptions } from './embedded-postgres-process.ts'
import { type Patience, waitForStandstill } from './embedded-postgres-watch.ts'

export type SupervisedPostgres = { stop(): Promise<void> }

export type SupervisorOptions = PostmasterOptions & { socketFolder: string; patience?: Partial<Patience> | undefined }

/**
 * Runs PostgreSQL until `stop` and starts it again whenever it ends or hangs: 0.1 s later the first time, then twice as
 * long each time up to 10 s, until it has run for a minute.
 * @throws when the first start fails; later failures are logged and tried again
 */
export async function supervisePostgres(options: SupervisorOptions): Promise<SupervisedPostgres> {
  const { cluster, log } = options
  const stopping = new AbortController()
  let postmaster = startPostmaster(options)
  // However this process ends, the database should be told while somebody still can.
  const endSoon = () => postmaster.endSoon()
  process.once('exit', endSoon)
  try {
    const problem = await firstOf(options, stopping.signal, postmaster.ready)
    if (problem !== undefined) throw new Error(problem)
  } catch (error) {
    process.off('exit', endSoon)
    await endLeftovers(cluster, log)
    throw error
  }

  async function keepRunning(): Promise<void> {
    let delay = 100
    for (;;) {
      const since = performance.now()
      const problem = await firstOf(options, stopping.signal, postmaster.ended)
      if (stopping.signal.aborted) return
      const what = problem === undefined ? `ended by itself (${await postmaster.ended})` : `stands still (${problem})`
      log(`The database ${what}; starting it again`)
      if (performance.now() - since > 60_000) delay = 100
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {})
      delay = Math.min(delay * 2, 10_000)
      await endLeftovers(cluster, log)
      if (stopping.signal.aborted) return
      postmaster = startPostmaster(options)
      postmaster.ready.catch((error: unknown) => {
        log(`The database does not start: ${error instanceof Error ? error.message : String(error)}`)
      })
    }
  }

  const running = keepRunning()
  async function stop(): Promise<void> {
    stopping.abort()
    await postmaster.end()
    await running
    // After a crash just now, workers may still be there without their main process.
    await endLeftovers(cluster, log)
    process.off('exit', endSoon)
  }
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}

/** Waits for `expected`; gives the problem when PostgreSQL hangs before that. */
async function firstOf(
  options: SupervisorOptions,
  stopping: AbortSignal,
  expected: Promise<unknown>,
): Promise<string | undefined> {
  const enough = new AbortController()
  try {
    const standstill = waitForStandstill(options, AbortSignal.any([stopping, enough.signal]))
    // Without a problem the watch ends only by its signal; then `expected` decides.
    return await Promise.race([
      expected.then(() => undefined),
      standstill.then((problem) => problem ?? expected.then(() => undefined)),
    ])
  } finally {
    enough.abort()
  }
}
