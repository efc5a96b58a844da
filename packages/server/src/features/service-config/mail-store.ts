import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type MailRow = Selectable<Database['mail_config']>

export const findMailRow = (db: Db): Promise<MailRow | undefined> =>
  db.selectFrom('mail_config').selectAll().executeTakeFirst()

export const upsertMailRow = (db: Db, row: Insertable<Database['mail_config']>) =>
  db
    .insertInto('mail_config')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()

export const deleteMailRow = (db: Db) => db.deleteFrom('mail_config').execute()
