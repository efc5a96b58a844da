import { AppError } from '@gatehouse/contract/errors.ts'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

export const updateSettingsRow = (db: Db, change: Updateable<Database['alarm_setting']>) =>
  db.updateTable('alarm_setting').set(change).execute()

const columns = [
  'id',
  'name',
  'is_enabled',
  'codes',
  'device_ids',
  'from_minute',
  'to_minute',
  'recipients',
  'language',
] as const

export const selectRules = (db: Db) =>
  db.selectFrom('alarm_rule').select(columns).orderBy('name').orderBy('id').limit(200).execute()

export type RuleRow = Awaited<ReturnType<typeof selectRules>>[number]
type RuleColumns = Omit<RuleRow, 'id'>

/** Counts the rules, and prevents new ones until the caller's transaction ends. */
export async function lockRules(db: Db): Promise<number> {
  await sql`lock table alarm_rule in share row exclusive mode`.execute(db)
  const { count } = await db
    .selectFrom('alarm_rule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws AppError alarm.rule-name-taken */
export const insertRule = (db: Db, rule: RuleColumns) =>
  refuseTakenName(db.insertInto('alarm_rule').values(rule).returning(columns).executeTakeFirstOrThrow())

/** undefined: no such rule. @throws AppError alarm.rule-name-taken */
export const updateRuleRow = (db: Db, id: string, rule: RuleColumns) =>
  refuseTakenName(db.updateTable('alarm_rule').set(rule).where('id', '=', id).returning(columns).executeTakeFirst())

/** Its name; undefined: no such rule. */
export async function deleteRuleRow(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('alarm_rule').where('id', '=', id).returning('name').executeTakeFirst()
  return row?.name
}

export async function countKnownDevices(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('device')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .executeTakeFirstOrThrow()
  return count
}

async function refuseTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violates(error, 'alarm_rule__name')) throw new AppError('alarm.rule-name-taken')
    throw error
  }
}
