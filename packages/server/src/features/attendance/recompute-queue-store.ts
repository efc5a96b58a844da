import { sql } from 'kysely'
import { takeLock, tryLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import { branchOf } from '../departments/department-branch-reads.ts'
import { isPunch } from './recompute-queue-fragments.ts'

/** The days to compute again: the day of a punch, the days from one date to another, or all days that a change of rules touches. */
export type RecomputeTask = {
  person_id: string
  punched_at: string | null
  from_on: string | null
  to_on: string | null
  cause: string
}

/** Tries to become the one transaction that computes; two at once could write an older result over a newer one. */
export const tryLockComputing = (db: Db): Promise<boolean> => tryLock(db, 'attendanceComputing')

/** Waits until no transaction computes, and prevents others until this transaction ends. */
export const lockComputing = (db: Db) => takeLock(db, 'attendanceComputing')

/** Takes waiting tasks: punches first, and others when there are no punches. A person at the door does not wait for a rule of ten thousand. */
export async function claimRecomputeTasks(
  db: Db,
  limits: { punches: number; others: number },
): Promise<RecomputeTask[]> {
  const take = async (areOfPunches: boolean, limit: number) => {
    const { rows } = await sql<RecomputeTask>`
      delete from attendance_news where ctid = any(array(
        select ctid from attendance_news where (punched_at is not null) = ${areOfPunches} limit ${limit}))
      returning person_id, punched_at, from_on, to_on, cause`.execute(db)
    return rows
  }
  const punches = await take(true, limits.punches)
  return punches.length > 0 ? punches : take(false, limits.others)
}

/** Takes the tasks that ask which rule names a person. */
export async function claimMoveTasks(db: Db, personId: string): Promise<RecomputeTask[]> {
  const { rows } = await sql<RecomputeTask>`
    delete from attendance_news where person_id = ${personId} and punched_at is null and to_on is null
    returning person_id, punched_at, from_on, to_on, cause`.execute(db)
  return rows
}

export const queuePunch = (db: Db, personId: string, punchedAt: string, cause: string) =>
  db.insertInto('attendance_news').values({ person_id: personId, punched_at: punchedAt, cause }).execute()

export const queueDays = (db: Db, personId: string, fromOn: string, toOn: string, cause: string) =>
  db.insertInto('attendance_news').values({ person_id: personId, from_on: fromOn, to_on: toOn, cause }).execute()

export const deleteTasksOf = (db: Db, personId: string) =>
  db.deleteFrom('attendance_news').where('person_id', '=', personId).execute()

export async function hasRecomputeTasks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from attendance_news) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/**
 * Queues the days of everybody who was in a rule then, and the day before for people who only joined it: that day ends when
 * their first day under the rule begins.
 */
export async function queueDaysOfRule(
  db: Db,
  ruleId: string,
  fromOn: string,
  toOn: string,
  cause: string,
): Promise<void> {
  await sql`insert into attendance_news (person_id, from_on, to_on, cause)
    select person_id, greatest(min(from_on), ${fromOn}::date), ${toOn}::date, ${cause} from attendance_assignment
    where rule_id = ${ruleId} and from_on <= ${toOn}::date + 1 and (to_on is null or to_on > ${fromOn}::date)
    group by person_id`.execute(db)
}

export type Target = { kind: 'person' | 'department' | 'group'; id: string }

/** Queues everybody whom these targets name, so that their rule is determined again from a date on. */
export async function queueMovesOf(db: Db, targets: readonly Target[], fromOn: string): Promise<void> {
  const ids = (kind: Target['kind']) => targets.filter((target) => target.kind === kind).map(({ id }) => id)
  await sql`insert into attendance_news (person_id, from_on, cause)
    select id, ${fromOn}::date, 'moved' from person where id = any(${ids('person')}::uuid[])
    union
    select m.person_id, ${fromOn}::date, 'moved' from group_member m where m.group_id = any(${ids('group')}::uuid[])
    union
    select p.id, ${fromOn}::date, 'moved' from person p where p.department_id in ${branchOf(ids('department'))}`.execute(
    db,
  )
}

/** Queues every punch of staff at these devices since then. */
export async function queuePunchesOfDevices(db: Db, deviceIds: readonly string[], since: string): Promise<void> {
  await sql`insert into attendance_news (person_id, punched_at, cause)
    select person_id, recognised_at, 'area' from recognition_record
    where device_id = any(${deviceIds}::uuid[]) and recognised_at >= ${since} and ${isPunch}`.execute(db)
}

/** Queues the days in the enterprise's zone: those of everybody who was in a rule without a zone of its own. */
export async function queueDaysInZone(db: Db, fromOn: string, toOn: string): Promise<void> {
  await sql`insert into attendance_news (person_id, from_on, to_on, cause)
    select distinct person_id, ${fromOn}::date, ${toOn}::date, 'zone' from attendance_assignment
    where (to_on is null or to_on > ${fromOn}::date)
      and rule_id in (select rule_id from attendance_rule_version where settings->>'timeZone' is null)`.execute(db)
}

export async function queueDaysOfEverybody(db: Db, fromOn: string, toOn: string, cause: string): Promise<void> {
  await sql`insert into attendance_news (person_id, from_on, to_on, cause)
    select distinct person_id, ${fromOn}::date, ${toOn}::date, ${cause} from attendance_assignment
    where from_on <= ${toOn}::date and (to_on is null or to_on > ${fromOn}::date)`.execute(db)
}
