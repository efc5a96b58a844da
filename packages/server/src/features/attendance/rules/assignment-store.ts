import { type Assignment, isAssignedOn } from '@gatehouse/engine/attendance/evaluate-period.ts'
import type { DayRules } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { nextDay } from '@gatehouse/engine/calendar/dates.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

export async function selectAssignments(
  db: Db,
  personIds: readonly string[],
  fromOn: string,
  toOn: string,
): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select person_id as "personId", rule_id as "ruleId", from_on as "fromOn", to_on as "toOn" from attendance_membership
    where person_id = any(${personIds}::uuid[]) and from_on <= ${toOn}::date and (to_on is null or to_on > ${fromOn}::date)
    order by person_id, from_on`.execute(db)
  return rows
}

/** The rules that a person is in on a date and on the day after; undefined where they are in none on the date. */
export async function readDayRules(db: Db, personId: string, on: string): Promise<DayRules | undefined> {
  const assignments = await selectAssignments(db, [personId], on, nextDay(on))
  const ruleAt = (date: string) => assignments.find((assignment) => isAssignedOn(assignment, date))?.ruleId
  const ruleId = ruleAt(on)
  return ruleId === undefined ? undefined : { ruleId, nextRuleId: ruleAt(nextDay(on)) ?? ruleId }
}

/** A person with the rule that names them now and the rule they are in. `wanted_rule` is null for a person who is no longer staff. */
export type Membership = {
  person_id: string
  wanted_rule: string | null
  wanted_via: 'person' | 'group' | 'department' | 'default'
  current_rule: string | null
  current_from: string | null
  current_via: string | null
  /** The day the person is known since, in the enterprise's zone. */
  known_on: string
  last_to_on: string | null
  /** Whether they punched on the present day. */
  came_today: boolean
}

export async function selectMemberships(
  db: Db,
  personIds: readonly string[],
  { zone, today }: { zone: string; today: string },
): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with recursive department_rule as (
      select d.id, p.rule_id from department d
      left join attendance_participant p on p.kind = 'department' and p.target_id = d.id where d.parent_id is null
      union all
      select d.id, coalesce(p.rule_id, above.rule_id) from department d
      join department_rule above on d.parent_id = above.id
      left join attendance_participant p on p.kind = 'department' and p.target_id = d.id
    ), staff as (
      select id, kind, department_id, (created_at at time zone ${zone})::date as known_on
      from person where id = any(${personIds}::uuid[])
      union all
      select id, null, null, deleted_at::date from former_person where id = any(${personIds}::uuid[])
    )
    select s.id as person_id,
      case when s.kind = ${sql.lit(personKindCodes.staff)} then coalesce(own.rule_id, grouped.rule_id, placed.rule_id, fallback.id) end as wanted_rule,
      case when own.rule_id is not null then 'person' when grouped.rule_id is not null then 'group'
        when placed.rule_id is not null then 'department' else 'default' end as wanted_via,
      a.rule_id as current_rule, a.from_on as current_from, a.via as current_via,
      s.known_on,
      exists (select from attendance_day d where d.person_id = s.id and d.day_on = ${today}::date) as came_today,
      (select max(to_on) from attendance_assignment ended where ended.person_id = s.id) as last_to_on
    from staff s
    cross join (select id from attendance_rule where is_default) fallback
    left join attendance_participant own on own.kind = 'person' and own.target_id = s.id
    left join lateral (
      select p.rule_id from group_member m join attendance_participant p on p.kind = 'group' and p.target_id = m.group_id
      where m.person_id = s.id order by p.id limit 1) grouped on true
    left join department_rule placed on placed.id = s.department_id
    left join attendance_assignment a on a.person_id = s.id and a.to_on is null`.execute(db)
  return rows
}

export type Move = { personId: string; fromOn: string; ruleId: string | null; via: string }

/** Puts these people into these rules (null: into none) from a date on, and replaces assignments of later dates. */
export async function moveAssignments(db: Db, moves: readonly Move[]): Promise<void> {
  const people = moves.map(({ personId }) => personId)
  const dates = moves.map(({ fromOn }) => fromOn)
  const moved = sql`unnest(${people}::uuid[], ${dates}::date[]) as m(person_id, from_on)`
  await sql`delete from attendance_assignment a using ${moved} where a.person_id = m.person_id and a.from_on >= m.from_on`.execute(
    db,
  )
  await sql`update attendance_assignment a set to_on = m.from_on from ${moved}
    where a.person_id = m.person_id and (a.to_on is null or a.to_on > m.from_on)`.execute(db)
  const into = moves.filter(({ ruleId }) => ruleId !== null)
  if (into.length === 0) return
  await sql`insert into attendance_assignment (person_id, from_on, rule_id, via)
    select * from unnest(${into.map(({ personId }) => personId)}::uuid[], ${into.map(({ fromOn }) => fromOn)}::date[],
      ${into.map(({ ruleId }) => ruleId)}::uuid[], ${into.map(({ via }) => via)}::text[])`.execute(db)
}

/** Changes how the same rule names a person. */
export async function renameVia(db: Db, changes: readonly { personId: string; via: string }[]): Promise<void> {
  await sql`update attendance_assignment a set via = c.via
    from unnest(${changes.map(({ personId }) => personId)}::uuid[], ${changes.map(({ via }) => via)}::text[]) as c(person_id, via)
    where a.person_id = c.person_id and a.to_on is null`.execute(db)
}

export const deleteAssignmentsOf = (db: Db, personId: string) =>
  db.deleteFrom('attendance_assignment').where('person_id', '=', personId).execute()
