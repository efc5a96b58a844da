import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type RuleRow = Required<Insertable<Database['inside_rule']>>

export const findRule = (db: Db, siteId: string) =>
  db.selectFrom('inside_rule').selectAll().where('site_id', '=', siteId).executeTakeFirst()

/** Locked until the transaction ends: of several processes one ends the day. */
export const lockRule = (db: Db, siteId: string) =>
  db.selectFrom('inside_rule').selectAll().where('site_id', '=', siteId).forUpdate().executeTakeFirst()

export const selectRuledSites = (db: Db) => db.selectFrom('inside_rule').select('site_id').orderBy('site_id').execute()

export const upsertRule = (db: Db, row: RuleRow) =>
  db
    .insertInto('inside_rule')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
    .execute()

export const updateRule = (
  db: Db,
  siteId: string,
  change: Partial<Pick<RuleRow, 'time_zone' | 'counts_from' | 'last_day_end_at'>>,
) => db.updateTable('inside_rule').set(change).where('site_id', '=', siteId).execute()
