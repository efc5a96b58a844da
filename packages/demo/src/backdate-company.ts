import { join } from 'node:path'
import { withDatabase } from '@gatehouse/server/db/reach-database.ts'
import { readConfig } from '@gatehouse/server/lib/config.ts'
import { sql } from 'kysely'

/**
 * Says of the company that it moved in some time ago: a record from before its door was paired would be marked as one of
 * doubtful time, and people would begin to be counted today. Beside the times at which alarms were handled (`handle-alarms.ts`), this alone is done past the product's own doors.
 */
export function backdateCompany(folder: string, days: number): Promise<void> {
  return withDatabase(readConfig({ GATEHOUSE_DATA: join(folder, 'data') }), async (db) => {
    const then = sql`now() - make_interval(days => ${days})`
    await sql`update device set created_at = ${then}`.execute(db)
    await sql`update person set created_at = ${then}`.execute(db)
  })
}
