import type { listPunchRequests, PunchRequest } from '@gatehouse/contract/features/attendance/punches.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { createRuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { countUpTo } from '../../../db/count-up-to.ts'
import { readZones } from '../../../company/company-reads.ts'
import { findDays, type PunchAt } from '../days/find-days.ts'
import { selectVersions } from '../rules/rule-store.ts'

type Row = {
  id: string
  person_id: string
  person_name: string
  job_id: string | null
  department: string | null
  source: 'phone' | 'correction'
  punched_at: string
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

const toRequest = (row: Row, day: { on: string; timeZone: string }): PunchRequest => ({
  id: row.id,
  person: { id: row.person_id, name: row.person_name, jobId: row.job_id, department: row.department },
  source: row.source,
  at: row.punched_at,
  ...day,
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

const columns = sql`r.*, p.name as person_name, p.job_id, d.name as department`
const joins = sql`join attendance_person p on p.id = r.person_id left join department d on d.id = p.department_id`

const keyShape = z.tuple([z.iso.datetime(), z.uuid()])

export async function readRequestPage(ctx: Pick<Ctx, 'db'>, query: Query<typeof listPunchRequests>) {
  const key = keyShape.safeParse(query.after?.split('_')).data
  const where = sql`${query.state ? sql`r.state = ${sql.lit(query.state)}` : sql`true`}
    and ${query.personId ? sql`r.person_id = ${query.personId}` : sql`true`}`
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from attendance_punch r
      where ${where}
        and ${key ? sql`(r.created_at, r.id) < (${key[0]}, ${key[1]})` : sql`true`}
      order by r.created_at desc, r.id desc limit ${query.size + 1}
    ) r ${joins} order by r.created_at desc, r.id desc`.execute(ctx.db)
  const last = rows[query.size - 1]
  return {
    items: await withDays(ctx, rows.slice(0, query.size)),
    next: rows.length > query.size && last ? `${last.created_at}_${last.id}` : null,
    total: await countUpTo(ctx.db, { from: sql`attendance_punch r`, where }),
  }
}

export async function readRequest(ctx: Pick<Ctx, 'db'>, id: string): Promise<PunchRequest | undefined> {
  const { rows } = await sql<Row>`select ${columns} from attendance_punch r ${joins} where r.id = ${id}`.execute(ctx.db)
  return (await withDays(ctx, rows))[0]
}

/** Each punch with the day for which it counts, in the zone of the rule of that day. */
async function withDays(ctx: Pick<Ctx, 'db'>, rows: readonly Row[]): Promise<PunchRequest[]> {
  const punches = rows.map((row) => ({ row, personId: row.person_id, at: row.punched_at }))
  return (await readPunchDays(ctx, punches)).map(({ punch, ...day }) => toRequest(punch.row, day))
}

/**
 * The day for which each punch counts (after midnight it may still be yesterday's night), and the zone of its rule; a date of
 * the enterprise where the person was in no rule.
 */
export async function readPunchDays<P extends PunchAt>({ db }: Pick<Ctx, 'db'>, punches: readonly P[]) {
  const zones = await readZones(db)
  const timeline = createRuleTimeline(await selectVersions(db), zones.on)
  const days = await findDays(db, timeline, punches)
  return punches.map((punch, index) => {
    const day = days[index]
    if (day) return { punch, on: day.on, timeZone: timeline.at(day.rules.ruleId, day.on).rule.timeZone }
    const date = Temporal.Instant.from(punch.at).toZonedDateTimeISO(zones.now).toPlainDate()
    return { punch, on: date.toString(), timeZone: zones.now }
  })
}
