import { sql } from 'kysely'
import { takeLock } from './advisory-locks.ts'
import type { Db } from './open-database.ts'

/** The logs that have a partition for each month, and the column that says which. */
const logs = { recognition_record: 'recognised_at', alarm: 'raised_at', operation_log: 'at' } as const
export type MonthlyLog = keyof typeof logs

/** Makes the partition of a month unless it is there. Within a transaction. */
export async function ensureMonthPartition(db: Db, log: MonthlyLog, month: string): Promise<void> {
  await takeLock(db, 'partitions')
  await sql`select ensure_month_partition(${log}, ${month}::date)`.execute(db)
}

/** The first day of the oldest month that a log has rows of; undefined when it is empty. */
export async function findOldestMonth(db: Db, log: MonthlyLog): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select date_trunc('month', min(${sql.ref(logs[log])}))::date::text as month from ${sql.table(log)}`.execute(db)
  return rows[0]?.month ?? undefined
}

/**
 * The partition of a month, if it has one. A later statement that needs it alone gives up after two seconds of waiting.
 */
async function findPartition(db: Db, log: MonthlyLog, month: string): Promise<string | undefined> {
  const name = `${log}_${month.slice(0, 7).replace('-', '')}`
  const { rows } = await sql`select from pg_class where relname = ${name} and relkind = 'r'`.execute(db)
  await sql`set local lock_timeout = '2s'`.execute(db)
  return rows.length > 0 ? name : undefined
}

/**
 * Gives the space of a month back to the disk when all its rows are deleted: deleted rows keep their space inside the
 * file. Does nothing while there is a row. Within a transaction.
 */
export async function truncateEmptyMonth(db: Db, log: MonthlyLog, month: string): Promise<void> {
  const name = await findPartition(db, log, month)
  if (name === undefined) return
  await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(db)
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
  if (rows.length === 0) await sql`truncate ${sql.table(name)}`.execute(db)
}

/** Drops a month with all its rows and says how many; undefined where it has no partition of its own. Within a transaction. */
export async function dropMonth(db: Db, log: MonthlyLog, month: string): Promise<number | undefined> {
  const name = await findPartition(db, log, month)
  if (name === undefined) return undefined
  const { rows } = await sql<{ items: number }>`select count(*)::int as items from ${sql.table(name)}`.execute(db)
  await sql`drop table ${sql.table(name)}`.execute(db)
  return rows[0]?.items ?? 0
}
