import type { RawBuilder } from 'kysely'
import type { Db } from '../src/db/open-database.ts'

const deadlock = '40P01'

/**
 * Executes a statement that locks whole tables (truncate, trigger, alter) while a server works on them. It may wait for a job that waits
 * for it; PostgreSQL then ends one of the two, and a statement of a test that was ended is executed again.
 */
export async function executeAlone(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await statement.execute(db)
      return
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === deadlock
      if (!isDeadlock || tries === 20) throw error
    }
  }
}
