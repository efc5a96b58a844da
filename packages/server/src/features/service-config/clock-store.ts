import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type ClockRow = Selectable<Database['clock_config']>

export const readClockRow = (db: Db): Promise<ClockRow> =>
  db.selectFrom('clock_config').selectAll().executeTakeFirstOrThrow()

export const updateClockRow = (db: Db, change: Updateable<Database['clock_config']>) =>
  db.updateTable('clock_config').set(change).execute()
