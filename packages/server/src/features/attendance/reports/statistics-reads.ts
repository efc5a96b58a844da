import type { AttendanceSum } from '@gatehouse/contract/features/attendance/days.ts'
import type {
  attendanceStatistics,
  departmentStatistics,
  PersonSum,
} from '@gatehouse/contract/features/attendance/reports.ts'
import type { Query, Reply } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { factBit } from '../days/day-codes.ts'
import { peopleOf, type Period, pickSum, refuseLongPeriod, type SumRow, sums } from '../days/period-reads.ts'

const daysWithin = (period: Period) => {
  const people = peopleOf(period)
  return sql`d.day_on >= ${period.from}::date and d.day_on <= ${period.to}::date
    and ${people ? sql`d.person_id in ${people}` : sql`true`}`
}

type PersonRow = SumRow & {
  id: string
  name: string
  job_id: string | null
  department: string | null
  day_count: number
}

const toPersonSum = (row: PersonRow): PersonSum => ({
  person: { id: row.id, name: row.name, jobId: row.job_id, department: row.department },
  dayCount: row.day_count,
  ...pickSum(row),
})

/** Statistics of a period: the sum of all, and a page of people. Sorted by name, only the people of the page are added up. */
export async function readStatistics(
  db: Db,
  query: Query<typeof attendanceStatistics> & Pick<Period, 'ruleId'>,
): Promise<Reply<typeof attendanceStatistics>> {
  refuseLongPeriod(query)
  const { rows: totals } = await sql<SumRow & { people: number }>`
    select ${sums}, count(distinct d.person_id)::int as people from attendance_day d where ${daysWithin(query)}`.execute(
    db,
  )
  const [total] = totals
  if (!total) throw new Error('a sum without a group is one row')
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`
  const window = sql`limit ${query.size} offset ${(query.page - 1) * query.size}`
  const people = peopleOf(query)
  const page =
    query.sort === 'name'
      ? sql`
        select s.id, s.name, s.job_id, s.department_id, t.* from (
          select p.id, p.name, p.job_id, p.department_id from attendance_person p
          where ${people ? sql`p.id in ${people}` : sql`true`}
            and exists (select from attendance_day d where d.person_id = p.id and d.day_on >= ${query.from}::date and d.day_on <= ${query.to}::date)
          order by p.name ${direction}, p.id ${direction} ${window}
        ) s cross join lateral (
          select ${sums}, count(*)::int as day_count from attendance_day d
          where d.person_id = s.id and d.day_on >= ${query.from}::date and d.day_on <= ${query.to}::date) t
        order by s.name ${direction}, s.id ${direction}`
      : sql`
        select p.id, p.name, p.job_id, p.department_id, t.* from (
          select d.person_id, ${sums}, count(*)::int as day_count from attendance_day d where ${daysWithin(query)} group by d.person_id
        ) t join attendance_person p on p.id = t.person_id
        order by t.${sql.ref(query.sort)} ${direction}, p.name, p.id ${window}`
  const { rows } = await sql<PersonRow>`
    select s.*, dep.name as department from (${page}) s left join department dep on dep.id = s.department_id`.execute(
    db,
  )
  return { total: total.people, sum: pickSum(total), items: rows.map(toPersonSum) }
}

export async function readDepartmentStatistics(
  db: Db,
  query: Query<typeof departmentStatistics>,
): Promise<Reply<typeof departmentStatistics>> {
  refuseLongPeriod(query)
  const { rows } = await sql<SumRow & { id: string | null; name: string | null; people: number }>`
    select dep.id, dep.name, t.* from (
      select p.department_id, ${sums}, count(distinct d.person_id)::int as people
      from attendance_day d join attendance_person p on p.id = d.person_id where ${daysWithin(query)} group by p.department_id
    ) t left join department dep on dep.id = t.department_id order by dep.name nulls last, dep.id limit 5000`.execute(
    db,
  )
  return rows.map((row) => ({
    department: row.id !== null && row.name !== null ? { id: row.id, name: row.name } : null,
    personCount: row.people,
    ...pickSum(row),
  }))
}

/** The number of people with each fact on one date. */
export async function readSummary(db: Db, on: string): Promise<AttendanceSum> {
  const { rows } = await sql<SumRow>`select ${sums} from attendance_day d where d.day_on = ${on}::date`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum without a group is one row')
  return pickSum(row)
}

/** Portraits of people who have missed a punch on this date, by name. */
export async function readMissedPunchPortraits(db: Db, on: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('attendance_day')
    .innerJoin('person', 'person.id', 'attendance_day.person_id')
    .select('person.portrait_id')
    .where('day_on', '=', on)
    .where((where) => where(where('facts', '&', factBit('missedPunch')), '<>', 0))
    .where('person.portrait_id', 'is not', null)
    .orderBy('person.name')
    .orderBy('person.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ portrait_id }) => portrait_id ?? [])
}

/** Everybody's figures of a period, a page of people at a time, by id. */
export async function readPeopleForFile(
  db: Db,
  period: Period,
  after: string | null,
  size: number,
): Promise<PersonSum[]> {
  const people = peopleOf(period)
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.job_id, dep.name as department, t.* from (
      select d.person_id, ${sums}, count(*)::int as day_count from attendance_day d
      where d.person_id in (
        select p.id from attendance_person p where ${people ? sql`p.id in ${people}` : sql`true`}
          and ${after ? sql`p.id > ${after}` : sql`true`} order by p.id limit ${size})
        and d.day_on >= ${period.from}::date and d.day_on <= ${period.to}::date
      group by d.person_id
    ) t join attendance_person p on p.id = t.person_id left join department dep on dep.id = p.department_id order by p.id`.execute(
    db,
  )
  return rows.map(toPersonSum)
}

/** The id of the last person of a page of `readPeopleForFile`, whether or not they had days; null at the end. */
export async function lastOfPage(db: Db, period: Period, after: string | null, size: number): Promise<string | null> {
  const people = peopleOf(period)
  const { rows } = await sql<{ id: string }>`
    select p.id from attendance_person p where ${people ? sql`p.id in ${people}` : sql`true`}
      and ${after ? sql`p.id > ${after}` : sql`true`} order by p.id limit ${size}`.execute(db)
  return rows.length < size ? null : (rows.at(-1)?.id ?? null)
}
