import { sql } from 'kysely'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../lib/ctx.ts'
import { maskEmail, nameColumns, openEmail } from '../../lib/person-columns.ts'

const chunk = 500

/** People whom a release without the search columns wrote: makes them findable, a chunk at a time. */
export async function fillSearchColumns({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'name', 'email_sealed'])
      .where('name_search', 'is', null)
      .orderBy('id')
      .limit(chunk)
      .execute()
    for (const row of rows) {
      const email = openEmail(keys, row.email_sealed)
      await db
        .updateTable('person')
        .set({ ...nameColumns(row.name), email_masked: email === null ? null : maskEmail(email) })
        .where('id', '=', row.id)
        // Somebody who was renamed meanwhile was made findable by that.
        .where('name', '=', nameColumns(row.name).name)
        .where('name_search', 'is', null)
        .execute()
    }
    if (rows.length < chunk) return
  }
}

/** Adds the differences in `person_count` up, so that a count reads a row per department. */
export const addUpCounts = ({ db }: Pick<Services, 'db'>) =>
  db.transaction().execute(async (db) => {
    const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(7209120) as is_mine`.execute(db)
    if (!rows[0]?.is_mine) return
    await sql`
      with gone as (delete from person_count returning kind, department_id, people)
      insert into person_count (kind, department_id, people)
      select kind, department_id, sum(people) from gone group by 1, 2 having sum(people) <> 0`.execute(db)
  })

export const staffJobs = (services: Services): RepeatingJob[] => [
  { name: 'fill-search-columns', cron: '* * * * *', run: () => fillSearchColumns(services) },
  { name: 'add-up-counts', cron: '* * * * *', run: () => addUpCounts(services) },
]
