import type { listPunchRequests, PunchRequest } from '@gatehouse/contract/features/attendance.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

type Row = {
  id: string
  person_id: string
  person_name: string
  job_id: string | null
  department: string | null
  source: 'phone' | 'correction'
  punched_at: string
  on_date: string
  is_field: boolean
  latitude: number | null
  longitude: number | null
  accuracy_metres: number | null
  distance_metres: number | null
  area_name: string | null
  remark: string | null
  state: 'waiting' | 'approved' | 'refused'
  requested_by: string
  created_at: string
  decided_by: string | null
  decided_at: string | null
  decision_remark: string | null
}

const toRequest = (row: Row): PunchRequest => ({
  id: row.id,
  person: { id: row.person_id, name: row.person_name, jobId: row.job_id, department: row.department },
  source: row.source,
  at: row.punched_at,
  on: row.on_date,
  isField: row.is_field,
  latitude: row.latitude,
  longitude: row.longitude,
  accuracyMetres: row.accuracy_metres,
  distanceMetres: row.distance_metres,
  area: row.area_name,
  remark: row.remark,
  state: row.state,
  requestedBy: row.requested_by,
  createdAt: row.created_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  decisionRemark: row.decision_remark,
})

/** `on` is the date in the enterprise's zone. */
const columns = (zone: string) => sql`r.*, p.name as person_name, p.job_id, d.name as department,
  (r.punched_at at time zone ${zone})::date as on_date`
const joins = sql`join person p on p.id = r.person_id left join department d on d.id = p.department_id`

const keyShape = z.tuple([z.iso.datetime(), z.uuid()])

export async function readRequestPage(db: Db, query: Query<typeof listPunchRequests>, zone: string) {
  const key = keyShape.safeParse(query.after?.split('_')).data
  const { rows } = await sql<Row>`
    select ${columns(zone)} from (
      select * from attendance_punch r
      where ${query.state ? sql`r.state = ${sql.lit(query.state)}` : sql`true`}
        and ${query.personId ? sql`r.person_id = ${query.personId}` : sql`true`}
        and ${key ? sql`(r.created_at, r.id) < (${key[0]}, ${key[1]})` : sql`true`}
      order by r.created_at desc, r.id desc limit ${query.size + 1}
    ) r ${joins} order by r.created_at desc, r.id desc`.execute(db)
  const last = rows[query.size - 1]
  return {
    items: rows.slice(0, query.size).map(toRequest),
    next: rows.length > query.size && last ? `${last.created_at}_${last.id}` : null,
  }
}

export async function readRequest(db: Db, id: string, zone: string): Promise<PunchRequest | undefined> {
  const { rows } = await sql<Row>`select ${columns(zone)} from attendance_punch r ${joins} where r.id = ${id}`.execute(
    db,
  )
  return rows[0] && toRequest(rows[0])
}

export const lockRequest = (db: Db, id: string) =>
  db
    .selectFrom('attendance_punch')
    .select(['id', 'person_id', 'punched_at', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertPunch = (db: Db, punch: Insertable<Database['attendance_punch']>) =>
  db.insertInto('attendance_punch').values(punch).returning('id').executeTakeFirstOrThrow()

export const decidePunch = (
  db: Db,
  id: string,
  decision: { state: 'approved' | 'refused'; by: string; at: string; remark: string | null },
) =>
  db
    .updateTable('attendance_punch')
    .set({ state: decision.state, decided_by: decision.by, decided_at: decision.at, decision_remark: decision.remark })
    .where('id', '=', id)
    .execute()

export const insertPunchNews = (db: Db, personId: string, punchedAt: string, cause: string) =>
  db.insertInto('attendance_news').values({ person_id: personId, punched_at: punchedAt, cause }).execute()

/** Who is staff, with the rule they are in on a date. */
export async function findStaffWithRule(db: Db, personId: string, on: string) {
  const { rows } = await sql<{ id: string; name: string; rule_id: string | null }>`
    select p.id, p.name, a.rule_id from person p
    left join attendance_assignment a on a.person_id = p.id and a.from_on <= ${on}::date and (a.to_on is null or a.to_on > ${on}::date)
    where p.id = ${personId} and p.kind = 1 for share of p`.execute(db)
  return rows[0]
}

/** How many punches a person made by phone or asked for since then. */
export async function countPunches(db: Db, personId: string, since: string): Promise<number> {
  const { rows } = await sql<{ punches: number }>`
    select count(*)::int as punches from attendance_punch where person_id = ${personId} and created_at >= ${since}`.execute(
    db,
  )
  return rows[0]?.punches ?? 0
}

export async function selectLocks(db: Db) {
  const rows = await db.selectFrom('attendance_lock').selectAll().orderBy('month_on', 'desc').limit(600).execute()
  return rows.map((row) => ({ month: row.month_on.slice(0, 7), lockedBy: row.locked_by, lockedAt: row.created_at }))
}

export const insertLock = (db: Db, monthOn: string, by: string) =>
  db
    .insertInto('attendance_lock')
    .values({ month_on: monthOn, locked_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function deleteLock(db: Db, monthOn: string): Promise<boolean> {
  const rows = await db.deleteFrom('attendance_lock').where('month_on', '=', monthOn).returning('month_on').execute()
  return rows.length > 0
}
