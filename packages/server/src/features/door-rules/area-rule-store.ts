import type { AreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

/** Locks the rules of an area, set or not, until the transaction ends. */
export const lockAreaRules = (db: Db, areaId: string) =>
  db.selectFrom('area').select('id').where('id', '=', areaId).forNoKeyUpdate().execute()

/** Replaces the rules of an area. @throws AppError area.not-found, timetable.not-found */
export async function replaceAreaRules(db: Db, areaId: string, rules: AreaRules): Promise<void> {
  const { antiPassback, occupancyLimit } = rules
  await db.deleteFrom('area_rule').where('area_id', '=', areaId).execute()
  if (!antiPassback && !occupancyLimit) return
  await db
    .insertInto('area_rule')
    .values({
      area_id: areaId,
      passback_mode: antiPassback?.mode ?? null,
      passback_minutes: antiPassback?.mode === 'timed' ? antiPassback.minutes : null,
      passback_when_unknown: antiPassback?.whenUnknown ?? null,
      passback_reset_minutes: (antiPassback?.resetMinutes ?? []).toSorted((a, b) => a - b),
      passback_reset_timetable_id: antiPassback?.resetTimetableId ?? null,
      occupancy_max: occupancyLimit?.max ?? null,
      occupancy_mode: occupancyLimit?.mode ?? null,
      occupancy_when_unknown: occupancyLimit?.whenUnknown ?? null,
    })
    .execute()
    .catch(refuseMissingArea)
  const exempt = [
    ...(antiPassback?.exemptGroupIds ?? []).map((group_id) => ({ rule: 'anti-passback' as const, group_id })),
    ...(occupancyLimit?.exemptGroupIds ?? []).map((group_id) => ({ rule: 'occupancy-limit' as const, group_id })),
  ]
  if (exempt.length === 0) return
  await db
    .insertInto('area_exempt_group')
    .values(exempt.map((row) => ({ ...row, area_id: areaId })))
    .execute()
}

const refuseMissingArea = (error: unknown): never => {
  if (violates(error, 'area_rule__area') || violates(error, 'anti_passback_reset__area'))
    throw new AppError('area.not-found')
  if (violates(error, 'area_rule__reset_timetable')) throw new AppError('timetable.not-found')
  throw error
}

/** Forgives everybody in an area from now on. @throws AppError area.not-found */
export const upsertAreaReset = (db: Db, areaId: string, now: string) =>
  db
    .insertInto('anti_passback_reset')
    .values({ area_id: areaId, reset_at: now })
    .onConflict((conflict) => conflict.constraint('anti_passback_reset__of_area').doUpdateSet({ reset_at: now }))
    .execute()
    .catch(refuseMissingArea)

/** Forgives a person from now on. */
export const upsertPersonReset = (db: Db, personId: string, now: string) =>
  db
    .insertInto('anti_passback_reset')
    .values({ person_id: personId, reset_at: now })
    .onConflict((conflict) => conflict.constraint('anti_passback_reset__of_person').doUpdateSet({ reset_at: now }))
    .execute()
