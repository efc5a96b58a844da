import { setTimeout as wait } from 'node:timers/promises'
import { endLeftovers, startPostmaster, type PostmasterOptions } from './embedded-postgres-process.ts'

export type SupervisedPostgres = { stop(): Promise<void> }

/**
 * Runs PostgreSQL until `stop` and starts it again whenever it ends by itself: 0.1 s later the first time, then twice
 * as long each time up to 10 s, until it has run for a minute.
 * @throws when the first start fails; later failures are logged and tried again
 */
export async function supervisePostgres(options: PostmasterOptions): Promise<SupervisedPostgres> {
  const { cluster, log } = options
  const stopping = new AbortController()
  let postmaster = startPostmaster(options)
  // Whatever way this process ends, the database should hear of it while there is still someone to tell it.
  const endSoon = () => postmaster.endSoon()
  process.once('exit', endSoon)
  try {
    await postmaster.ready
  } catch (error) {
    process.off('exit', endSoon)
    throw error
  }

  async function keepRunning(): Promise<void> {
    let delay = 100
    for (;;) {
      const since = performance.now()
      const how = await postmaster.ended
      if (stopping.signal.aborted) return
      log(`The database ended by itself (${how}); starting it again`)
      if (performance.now() - since > 60_000) delay = 100
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {})
      delay = Math.min(delay * 2, 10_000)
      try {
        await endLeftovers(cluster, log)
        if (stopping.signal.aborted) return
        postmaster = startPostmaster(options)
        await postmaster.ready
      } catch (error) {
        log(`The database does not start: ${error instanceof Error ? error.message : String(error)}`)
      }
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
