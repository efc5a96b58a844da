import type { Db } from '../../../db/open-database.ts'

export async function selectLocks(db: Db) {
  const rows = await db.selectFrom('attendance_lock').selectAll().orderBy('month_on', 'desc').limit(600).execute()
  return rows.map((row) => ({ month: row.month_on.slice(0, 7), lockedBy: row.locked_by, lockedAt: row.created_at }))
}

export const insertLock = (db: Db, monthOn: string, by: string) =>
  db
    .insertInto('attendance_lock')
    .values({ month_on: monthOn, locked_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function deleteLock(db: Db, monthOn: string): Promise<boolean> {
  const rows = await db.deleteFrom('attendance_lock').where('month_on', '=', monthOn).returning('month_on').execute()
  return rows.length > 0
}

export async function isMonthLocked(db: Db, on: string): Promise<boolean> {
  const row = await db
    .selectFrom('attendance_lock')
    .select('month_on')
    .where('month_on', '=', `${on.slice(0, 7)}-01`)
    .executeTakeFirst()
  return row !== undefined
}

export const selectLockedMonths = async (db: Db): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('attendance_lock').select('month_on').execute()).map(({ month_on }) => month_on.slice(0, 7)),
  )
