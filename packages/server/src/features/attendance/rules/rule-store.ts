import { AppError } from '@gatehouse/contract/errors.ts'
import type { RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import type { StoredVersion } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import { takeLock } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/open-database.ts'
import { violates } from '../../../db/violates.ts'
import type { Target } from '../recompute-queue-store.ts'

/** Every version of every rule, or of one, with the devices whose punches count. */
export async function selectVersions(db: Db, ruleId?: string): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select v.rule_id as "ruleId", v.version, v.effective_on as "effectiveOn", v.settings,
      case when v.area_ids = '{}' then null else
        coalesce((select array_agg(d.device_id) from attendance_area_device d where d.area_id = any(v.area_ids)), '{}') end as "deviceIds"
    from attendance_rule_version v where ${ruleId ? sql`v.rule_id = ${ruleId}` : sql`true`}`.execute(db)
  return rows
}

const refuseTaken = (error: unknown): never => {
  if (violates(error, 'attendance_rule__name')) throw new AppError('attendance-rule.name-taken')
  throw error
}

export const insertRule = (db: Db, name: string) =>
  db.insertInto('attendance_rule').values({ name }).returning('id').executeTakeFirstOrThrow().catch(refuseTaken)

export const renameRule = (db: Db, id: string, name: string) =>
  db
    .updateTable('attendance_rule')
    .set({ name, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken)

export const lockRule = (db: Db, id: string) =>
  db
    .selectFrom('attendance_rule')
    .select(['id', 'name', 'is_default', 'closed_through_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const selectRules = (db: Db) =>
  db.selectFrom('attendance_rule').select(['id', 'created_at', 'closed_through_on']).orderBy('id').execute()

export const closeRule = (db: Db, id: string, throughOn: string) =>
  db.updateTable('attendance_rule').set({ closed_through_on: throughOn }).where('id', '=', id).execute()

export async function deleteRuleRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('attendance_rule').where('id', '=', id).execute()
}

/** Whether anybody was ever in the rule: then days refer to it. */
export async function hasHistory(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from attendance_assignment where rule_id = ${id})
      or exists (select from attendance_day where rule_id = ${id}) as is_known`.execute(db)
  return rows[0]?.is_known ?? false
}

export async function insertVersion(
  db: Db,
  version: {
    ruleId: string
    version: number
    effectiveOn: string
    settings: RuleSettings
    areaIds: string[]
    by: string
  },
): Promise<void> {
  await db
    .insertInto('attendance_rule_version')
    .values({
      rule_id: version.ruleId,
      version: version.version,
      effective_on: version.effectiveOn,
      settings: JSON.stringify(version.settings),
      area_ids: version.areaIds,
      created_by: version.by,
    })
    .execute()
}

/** Allows one change of participants at a time: two at once could both take a person. */
export const lockParticipants = (db: Db) => takeLock(db, 'attendanceParticipants')

export const selectTargets = async (db: Db, ruleId: string): Promise<Target[]> =>
  (
    await db.selectFrom('attendance_participant').select(['kind', 'target_id']).where('rule_id', '=', ruleId).execute()
  ).map(({ kind, target_id }) => ({ kind, id: target_id }))

/** The existing ones of these people, departments and groups; only staff, and only groups of staff. */
export async function selectKnownTargets(db: Db, targets: readonly Target[]): Promise<Set<string>> {
  const ids = (kind: Target['kind']) => targets.filter((target) => target.kind === kind).map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select id from person where kind = ${sql.lit(personKindCodes.staff)} and id = any(${ids('person')}::uuid[])
    union all select id from department where id = any(${ids('department')}::uuid[])
    union all select id from person_group where kind = ${sql.lit(personKindCodes.staff)} and id = any(${ids('group')}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The name of another rule that one of these is in already. */
export async function findOtherRule(db: Db, ruleId: string, targets: readonly Target[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select r.name from attendance_participant p join attendance_rule r on r.id = p.rule_id
    join unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ id }) => id)}::uuid[]) as t(kind, id)
      on t.kind = p.kind and t.id = p.target_id
    where p.rule_id <> ${ruleId} limit 1`.execute(db)
  return rows[0]?.name
}

export async function deleteFromOtherRules(db: Db, ruleId: string, targets: readonly Target[]): Promise<void> {
  await sql`delete from attendance_participant p
    using unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ id }) => id)}::uuid[]) as t(kind, id)
    where t.kind = p.kind and t.id = p.target_id and p.rule_id <> ${ruleId}`.execute(db)
}

export async function replaceTargets(db: Db, ruleId: string, targets: readonly Target[]): Promise<void> {
  await sql`delete from attendance_participant where rule_id = ${ruleId} and not (kind || ' ' || target_id) = any(${targets.map(
    ({ kind, id }) => `${kind} ${id}`,
  )}::text[])`.execute(db)
  if (targets.length === 0) return
  await db
    .insertInto('attendance_participant')
    .values(targets.map(({ kind, id }) => ({ rule_id: ruleId, kind, target_id: id })))
    .onConflict((conflict) => conflict.columns(['kind', 'target_id']).doNothing())
    .execute()
}

export async function selectKnownAreas(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known from attendance_area where id = any(${ids}::uuid[])`.execute(db)
  return rows[0]?.known ?? 0
}
