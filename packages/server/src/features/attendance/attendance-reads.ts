import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Ctx } from '../../ctx.ts'

/** Everything that attendance holds about a person. */
export async function readAttendanceOf(db: Db, personId: string): Promise<Record<string, unknown[]>> {
  const tables = ['attendance_day', 'attendance_day_change', 'attendance_punch', 'attendance_assignment'] as const
  const held: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)} where person_id = ${personId}`.execute(db)
    if (rows.length > 0) held[table] = rows
  }
  return held
}

/** The earliest date that a change of the enterprise's zone reaches: the same as for a rule, and never inside a locked month. */
export async function readZoneReach({ db, clock }: Pick<Ctx, 'db' | 'clock'>, timeZone: string) {
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const earliest = addDays(today, -maxDaysBack)
  const { rows } = await sql<{ month_on: string; next_on: string }>`
    select month_on, (month_on + interval '1 month')::date as next_on from attendance_lock
    where month_on + interval '1 month' > ${earliest}::date order by month_on desc limit 1`.execute(db)
  const [locked] = rows
  return locked
    ? { fromOn: locked.next_on, lockedThrough: locked.month_on.slice(0, 7) }
    : { fromOn: earliest, lockedThrough: null }
}

/** Rules that have no zone of their own. */
const rulesInZone = sql`(select rule_id from attendance_rule_version where settings->>'timeZone' is null)`

export async function countPeopleInZone(db: Db): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from attendance_assignment where to_on is null and rule_id in ${rulesInZone}`.execute(
    db,
  )
  return rows[0]?.people ?? 0
}

/** Counts the people whose days wait to be evaluated in another zone. */
export async function countZoneTasks(db: Db): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from attendance_news where cause = 'zone'`.execute(db)
  return rows[0]?.people ?? 0
}
