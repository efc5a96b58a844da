import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from './open-database.ts'

/**
 * Every advisory lock of the product. PostgreSQL knows a lock by its number alone: two features with the same number
 * would block each other unnoticed. So the numbers stand here, and nowhere else.
 */
export const advisoryLocks = {
  /** One process at a time migrates the schema to its release. */
  migrations: 7_209_118,
  /** A backup runs: pictures that its rows name are not deleted. */
  backup: 7_209_119,
  personLimit: 7_209_120,
  /** The one process that computes attendance; two at once could write an older result over a newer one. */
  attendanceComputing: 7_209_121,
  attendanceAreas: 7_209_122,
  attendanceParticipants: 7_209_123,
  departmentTree: 7_209_124,
  personCounts: 7_209_125,
  memberCounts: 7_209_126,
  captureTemplates: 7_209_127,
  deviceCount: 7_209_128,
  /** Devices without a door get one each. */
  missingDoors: 7_209_134,
  savedViews: 7_209_136,
  licences: 7_209_131,
  /** Two processes that start at once make the months one after the other. */
  partitions: 7_209_130,
  /** The number of terminals that wait to be accepted. */
  announcements: 7_209_133,
  /** The number of terminals of ZKTeco that fetch firmware. */
  zktecoFirmware: 7_209_137,
  /** hashtext('operation_log_link'): the trigger of 0001_administration.sql takes it. */
  operationLogLink: -1_283_747_131,
} as const

/** Locks of one item each: the first of two numbers, the second is the item's. They never collide with those above. */
export const advisoryItemLocks = {
  visitorPhone: 7_209_121,
  openIdSubject: 7_209_129,
  accountLooks: 7_209_132,
  jobId: 7_209_133,
  /** An area in which somebody takes a place, a door of an interlock. */
  passageClaim: 7_209_135,
  /** hashtext('summed_day'), with the days since 2000: the triggers of 0005_records_and_alarms.sql take it. */
  summedDay: -1_491_294_467,
} as const

type LockName = keyof typeof advisoryLocks

const keyOf = (name: LockName) => sql.lit(advisoryLocks[name])

/** Waits for the lock and holds it until the transaction ends. */
export async function takeLock(db: Db, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(db)
}

/** Takes the lock until the transaction ends if nobody has it. */
export async function tryLock(db: Db, name: LockName): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${keyOf(name)}) as is_mine`.execute(
    db,
  )
  return rows[0]?.is_mine ?? false
}

/** As `tryLock`, beside others who hold it shared. */
export async function tryLockShared(db: Db, name: LockName): Promise<boolean> {
  const { rows } = await sql<{
    is_mine: boolean
  }>`select pg_try_advisory_xact_lock_shared(${keyOf(name)}) as is_mine`.execute(db)
  return rows[0]?.is_mine ?? false
}

type TextLock = 'openIdSubject' | 'visitorPhone' | 'accountLooks' | 'jobId' | 'passageClaim'

/**
 * Waits for the lock of one text and holds it until the transaction ends. Two texts may share a lock; then one waits
 * unnecessarily.
 */
export const takeTextLock = (db: Db, name: TextLock, text: string): Promise<void> => takeTextLocks(db, name, [text])

/**
 * The same as `takeTextLock` for several texts, each once and in one order, so that two callers with many never wait
 * for each other.
 */
export async function takeTextLocks(db: Db, name: TextLock, texts: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${sql.lit(advisoryItemLocks[name])}, number)
    from (select distinct hashtext(text) as number from unnest(${[...texts]}::text[]) text order by number) as ordered`.execute(
    db,
  )
}

/** Waits for the lock of a day (a date of UTC) and holds it until the transaction ends. */
export async function takeDayLock(db: Db, name: 'summedDay', day: string): Promise<void> {
  const key = sql.lit(advisoryItemLocks[name])
  await sql`select pg_advisory_xact_lock(${key}, ${day}::date - date '2000-01-01')`.execute(db)
}

/** For a connection without Kysely: until its transaction ends. */
export async function takeLockOn(client: ClientBase, name: LockName): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks[name]])
}

/** For a connection without Kysely: until it is closed. */
export async function lockOnClient(client: ClientBase, name: LockName): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [advisoryLocks[name]])
}
