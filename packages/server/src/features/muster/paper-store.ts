import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const findPaperList = (db: Db, siteId: string) =>
  db.selectFrom('paper_list').selectAll().where('site_id', '=', siteId).executeTakeFirst()

export const upsertPaperList = (db: Db, { site_id, ...list }: Insertable<Database['paper_list']>) =>
  db
    .insertInto('paper_list')
    .values({ site_id, ...list })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(list))
    .execute()

export const deletePaperList = (db: Db, siteId: string) =>
  db.deleteFrom('paper_list').where('site_id', '=', siteId).execute()
