import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'

/**
 * Queues work that must happen, in the caller's transaction: it is done once the transaction has committed, by any free
 * process, and tried again with growing pauses (3 s, 7 s, 20 s … 6 h) until it succeeds or `attempts` are used up. A
 * job of the same `key` that still waits is replaced.
 */
export async function queueJob(
  { db }: Pick<Ctx, 'db'>,
  name: string,
  payload: object,
  { attempts = 12, runAt, key }: { attempts?: number; runAt?: string; key?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${attempts}::int, job_key => ${key ?? null})`.execute(db)
}
