import type { listAttendanceMonth } from '@gatehouse/contract/features/attendance/days.ts'
import type { Query, Reply } from '@gatehouse/contract/route.ts'
import { dayKinds } from '@gatehouse/engine/attendance/vocabulary.ts'
import type { Db } from '../../../db/open-database.ts'
import { decodeVerdict } from '../days/day-codes.ts'
import { isMonthLocked } from '../days/month-lock-store.ts'
import { readStatistics } from './statistics-reads.ts'

/** The days of these people within two dates, in order; along the key of the table. */
export const selectMarkedDays = (db: Db, personIds: readonly string[], from: string, to: string) =>
  db
    .selectFrom('attendance_day')
    .select(['person_id', 'day_on', 'day_kind', 'verdict', 'is_provisional', 'has_field_punch', 'worked_minutes'])
    .where('person_id', 'in', [...personIds])
    .where('day_on', '>=', from)
    .where('day_on', '<=', to)
    .orderBy('person_id')
    .orderBy('day_on')

/** A page of people with the days of a month, by name: those who have any day in it. */
export async function readMonthPage(
  db: Db,
  month: string,
  query: Query<typeof listAttendanceMonth>,
): Promise<Reply<typeof listAttendanceMonth>> {
  const from = `${month}-01`
  const to = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString()
  const { total, items } = await readStatistics(db, { ...query, from, to, sort: 'name', order: 'asc' })
  const ids = items.map(({ person }) => person.id)
  const isLocked = await isMonthLocked(db, from)
  if (ids.length === 0) return { total, items: [], isLocked }
  const [days, portraits] = await Promise.all([
    selectMarkedDays(db, ids, from, to).execute(),
    db.selectFrom('person').select(['id', 'portrait_id']).where('id', 'in', ids).execute(),
  ])
  const daysOf = Map.groupBy(days, ({ person_id }) => person_id)
  const portraitOf = new Map(portraits.map(({ id, portrait_id }) => [id, portrait_id]))
  return {
    total,
    isLocked,
    items: items.map(({ person, dayCount: _days, ...sum }) => ({
      person: { ...person, portraitId: portraitOf.get(person.id) ?? null },
      sum,
      days: (daysOf.get(person.id) ?? []).map((day) => ({
        on: day.day_on,
        dayKind: dayKinds.find((kind) => kind === day.day_kind) ?? 'working-day',
        verdict: decodeVerdict(day.verdict),
        isProvisional: day.is_provisional,
        hasFieldPunch: day.has_field_punch,
        workedMinutes: day.worked_minutes,
      })),
    })),
  }
}
