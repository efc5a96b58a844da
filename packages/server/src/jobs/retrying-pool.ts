import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../ctx.ts'

/** The names under which graphile-worker prepares the statements that store the outcome of a job. */
const endOfJob = /^(?:complete|fail)_job(?:_q)?\//
const maxPauseMs = 10_000

/** The form of `query` that graphile-worker uses. */
type Query = (statement: string | pg.QueryConfig, values?: unknown[]) => Promise<unknown>

/**
 * A pool for graphile-worker that retries until the end of a job is stored. The library stores it in the background
 * (0.18), and nobody handles a failure there: a database that is killed meanwhile, or whose disk is full, would end
 * this whole process.
 */
export function retryingPool(pool: pg.Pool, log: Log, stopping: AbortSignal): pg.Pool {
  const insist: Query = async (statement) => {
    for (let pauseMs = 100; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await wait(pauseMs, undefined, { signal: stopping }).catch(() => {})
      try {
        return await pool.query(statement)
      } catch (error) {
        log.warn({ err: error }, 'the end of a job could not be noted yet')
      }
    }
    // The job is done again after the next start, as after a crash.
    return { rows: [] }
  }
  const connect = async () => {
    const noClient = (error: unknown) => ({
      query: () => Promise.reject(error instanceof Error ? error : new Error(String(error))),
      release() {},
    })
    const client = await pool.connect().catch(noClient)
    const query: Query = (statement, values) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its other forms take a callback
      (client.query as Query)(statement, values).catch((error: unknown) => {
        if (typeof statement === 'object' && endOfJob.test(statement.name ?? '')) return insist(statement)
        throw error
      })
    return { query, release: () => client.release() }
  }
  // Its calendar is read here, and compared as dates: ours come as text.
  const query: Query = (statement, values) =>
    pool.query({ ...(typeof statement === 'string' ? { text: statement, values } : statement), types: pg.types })
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return query
      if (name !== 'connect') return Reflect.get(target, name) as unknown
      // A query with a callback is for the channel of the queue, which reconnects without our help.
      return (callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? target.connect(callback) : connect())
    },
  })
}
