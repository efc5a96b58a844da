import { AppError } from '@gatehouse/contract/errors.ts'
import { maxDaysAsked, type AttendanceSum } from '@gatehouse/contract/features/attendance/days.ts'
import { attendanceFacts } from '@gatehouse/engine/attendance/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { likePattern } from '../../../lib/like-pattern.ts'
import { branchOf } from '../../departments/department-branch-reads.ts'
import { factBit } from './day-codes.ts'

export type SumRow = AttendanceSum

/** Each fact counted and the minutes added, named as the contract names them. */
export const sums: RawBuilder<unknown> = sql.join([
  ...attendanceFacts.map(
    (fact) => sql`count(*) filter (where d.facts & ${sql.lit(factBit(fact))} <> 0)::int as ${sql.ref(fact)}`,
  ),
  sql`coalesce(sum(d.worked_minutes), 0)::int as "workedMinutes"`,
  sql`coalesce(sum(d.late_minutes), 0)::int as "lateMinutes"`,
  sql`coalesce(sum(d.early_leave_minutes), 0)::int as "earlyLeaveMinutes"`,
  sql`coalesce(sum(d.overtime_minutes), 0)::int as "overtimeMinutes"`,
])

export const pickSum = (row: SumRow): AttendanceSum => ({
  normal: row.normal,
  late: row.late,
  earlyLeave: row.earlyLeave,
  missedPunch: row.missedPunch,
  absence: row.absence,
  workdayOvertime: row.workdayOvertime,
  holidayOvertime: row.holidayOvertime,
  workedMinutes: row.workedMinutes,
  lateMinutes: row.lateMinutes,
  earlyLeaveMinutes: row.earlyLeaveMinutes,
  overtimeMinutes: row.overtimeMinutes,
})

export type Period = {
  from: string
  to: string
  departmentId?: string | undefined
  personId?: string | undefined
  keyword?: string | undefined
  /** Those who are in this rule within the period. */
  ruleId?: string | undefined
}

/** @throws AppError attendance.period-too-long */
export function refuseLongPeriod({ from, to }: Period): void {
  const days = Temporal.PlainDate.from(from).until(to).days
  if (days < 0 || days >= maxDaysAsked) throw new AppError('attendance.period-too-long', { days: maxDaysAsked })
}

/**
 * The people that match a period's filters; undefined for everybody. Everybody with an evaluated day counts, in rows and
 * in totals: staff, people who were blacklisted since, and people who were deleted.
 */
export function peopleOf({ departmentId, personId, keyword, ruleId, from, to }: Period) {
  if (!departmentId && !personId && !keyword && !ruleId) return undefined
  const inRule = sql`p.id in (select m.person_id from attendance_membership m
    where m.rule_id = ${ruleId} and m.from_on <= ${to}::date and (m.to_on is null or m.to_on > ${from}::date))`
  return sql`(
    select p.id from attendance_person p where true
      and ${personId ? sql`p.id = ${personId}` : sql`true`}
      and ${keyword ? sql`(p.name ilike ${likePattern(keyword)} or p.job_id ilike ${likePattern(keyword)})` : sql`true`}
      and ${ruleId ? inRule : sql`true`}
      and ${departmentId ? sql`p.department_id in ${branchOf([departmentId])}` : sql`true`})`
}

export async function readSumsOfPeople(
  db: Db,
  ids: readonly string[],
  fromOn: string,
  toOn: string,
): Promise<Map<string, AttendanceSum>> {
  const { rows } = await sql<SumRow & { person_id: string }>`
    select d.person_id, ${sums} from attendance_day d
    where d.person_id = any(${ids}::uuid[]) and d.day_on >= ${fromOn}::date and d.day_on <= ${toOn}::date group by d.person_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.person_id, pickSum(row)]))
}
