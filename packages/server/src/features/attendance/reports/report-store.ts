import { type Updateable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export const selectReport = (db: Db) => db.selectFrom('attendance_report').selectAll().executeTakeFirstOrThrow()

/** Reads and locks the report: no other transaction changes or mails it until the caller's ends. */
export const lockReport = (db: Db) =>
  db.selectFrom('attendance_report').selectAll().forUpdate().executeTakeFirstOrThrow()

export const updateReport = (db: Db, change: Updateable<Database['attendance_report']>) =>
  db.updateTable('attendance_report').set(change).execute()

/** Whether every rule that existed on a date has closed that date. */
export async function isClosed(db: Db, on: string): Promise<boolean> {
  const { rows } = await sql<{ is_closed: boolean }>`
    select not exists (
      select from attendance_rule
      where created_at < ${on}::date and (closed_through_on is null or closed_through_on < ${on}::date)
    ) as is_closed`.execute(db)
  return rows[0]?.is_closed ?? false
}
