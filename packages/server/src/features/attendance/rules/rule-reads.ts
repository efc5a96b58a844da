import type {
  AttendanceRuleDetail,
  AttendanceRuleItem,
  listRulePeople,
  RuleSettings,
} from '@gatehouse/contract/features/attendance/rules.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

type Row = {
  id: string
  name: string
  is_default: boolean
  version: number
  effective_on: string
  settings: RuleSettings
  areas: { id: string; name: string }[]
  person_count: number
}

const toRule = (row: Row, zone: string): AttendanceRuleItem => ({
  id: row.id,
  name: row.name,
  isDefault: row.is_default,
  version: row.version,
  effectiveOn: row.effective_on,
  settings: row.settings,
  timeZone: row.settings.timeZone ?? zone,
  areas: row.areas,
  personCount: row.person_count,
})

const rules = sql`
  select r.id, r.name, r.is_default, v.version, v.effective_on, v.settings,
    coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name) from attendance_area a where a.id = any(v.area_ids)), '[]') as areas,
    (select count(*)::int from attendance_assignment m join person p on p.id = m.person_id
      where m.rule_id = r.id and m.to_on is null) as person_count
  from attendance_rule r
  join lateral (select * from attendance_rule_version v where v.rule_id = r.id order by version desc limit 1) v on true`

export async function readRules(db: Db, zone: string): Promise<AttendanceRuleItem[]> {
  const { rows } = await sql<Row>`${rules} order by r.is_default desc, r.name limit 1000`.execute(db)
  return rows.map((row) => toRule(row, zone))
}

type VersionRow = {
  version: number
  effective_on: string
  created_at: string
  created_by: string
  settings: RuleSettings
}

export async function readRule(db: Db, id: string, zone: string): Promise<AttendanceRuleDetail | undefined> {
  const { rows } = await sql<Row>`${rules} where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rows: participants } = await sql<AttendanceRuleDetail['participants'][number]>`
    select p.kind, p.target_id as id, coalesce(n.name, d.name, g.name) as name from attendance_participant p
    left join person n on p.kind = 'person' and n.id = p.target_id
    left join department d on p.kind = 'department' and d.id = p.target_id
    left join person_group g on p.kind = 'group' and g.id = p.target_id
    where p.rule_id = ${id} and coalesce(n.name, d.name, g.name) is not null order by p.kind, name, p.id`.execute(db)
  const { rows: versions } = await sql<VersionRow>`
    select version, effective_on, created_at, created_by, settings from attendance_rule_version where rule_id = ${id}
    order by version desc limit 100`.execute(db)
  return {
    ...toRule(row, zone),
    participants,
    versions: versions.map((version) => ({
      version: version.version,
      effectiveOn: version.effective_on,
      createdAt: version.created_at,
      createdBy: version.created_by,
      settings: version.settings,
    })),
  }
}

type PersonRow = {
  id: string
  name: string
  job_id: string | null
  via: 'person' | 'group' | 'department' | 'default'
  from_on: string
}

export async function readRulePeople(db: Db, ruleId: string, { page, size }: Query<typeof listRulePeople>) {
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.job_id, a.via, a.from_on from attendance_membership a join person p on p.id = a.person_id
    where a.rule_id = ${ruleId} and a.to_on is null order by p.name, p.id limit ${size} offset ${(page - 1) * size}`.execute(
    db,
  )
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from attendance_membership a join person p on p.id = a.person_id
    where a.rule_id = ${ruleId} and a.to_on is null`.execute(db)
  return {
    items: rows.map(({ job_id, from_on, ...row }) => ({ ...row, jobId: job_id, fromOn: from_on })),
    total: counts[0]?.total ?? 0,
  }
}
