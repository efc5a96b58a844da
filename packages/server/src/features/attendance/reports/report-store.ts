import { type Updateable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export const selectReport = (db: Db) => db.selectFrom('attendance_report').selectAll().executeTakeFirstOrThrow()

/** As it is; nobody changes it, or mails it too, until the caller's transaction ends. */
export const lockReport = (db: Db) =>
  db.selectFrom('attendance_report').selectAll().forUpdate().executeTakeFirstOrThrow()

export const updateReport = (db: Db, change: Updateable<Database['attendance_report']>) =>
  db.updateTable('attendance_report').set(change).execute()

/** Whether every rule that there was on a date has closed it. */
export async function isClosed(db: Db, on: string): Promise<boolean> {
  const { rows } = await sql<{ is_closed: boolean }>`
    select not exists (
      select from attendance_rule
      where created_at < ${on}::date and (closed_through_on is null or closed_through_on < ${on}::date)
    ) as is_closed`.execute(db)
  return rows[0]?.is_closed ?? false
}
