import type { OpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import type { Db } from '../../db/open-database.ts'

/** The rule with the doors that need a reason by themselves. */
export async function readOpeningRule(db: Db): Promise<OpeningRule> {
  const setting = await db.selectFrom('opening_setting').select(['needs_reason', 'reasons']).executeTakeFirst()
  const doors = await db
    .selectFrom('door as d')
    .leftJoin('door_reader as r', 'r.door_id', 'd.id')
    .select(['d.id', 'r.device_id'])
    .where('d.needs_reason', '=', true)
    .orderBy('d.id')
    .execute()
  return {
    needsReason: setting?.needs_reason ?? false,
    reasons: setting?.reasons ?? [],
    doorIds: [...new Set(doors.map(({ id }) => id))],
    deviceIds: [...new Set(doors.flatMap(({ device_id }) => device_id ?? []))],
  }
}

/** Whether one of these devices is at a door that is opened with a reason only. */
export async function readNeedsReason(db: Db, deviceIds: readonly string[]): Promise<boolean> {
  const everywhere = await db.selectFrom('opening_setting').select('needs_reason').executeTakeFirst()
  if (everywhere?.needs_reason) return true
  const door = await db
    .selectFrom('door_reader as r')
    .innerJoin('door as d', 'd.id', 'r.door_id')
    .select('d.id')
    .where('r.device_id', 'in', deviceIds)
    .where('d.needs_reason', '=', true)
    .limit(1)
    .executeTakeFirst()
  return door !== undefined
}
