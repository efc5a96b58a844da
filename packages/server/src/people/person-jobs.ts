import type { RepeatingJob } from '../jobs/job-runner.ts'
import type { Services } from '../ctx.ts'
import { maskEmail, nameColumns, showEmail } from './person-columns.ts'
import { compactCounters } from './person-limit-store.ts'
import { fillSearchRow, selectUnsearchable } from './search-column-store.ts'

const chunk = 500

/** Fills the search columns of people whom a release without these columns wrote, a chunk at a time. */
export async function fillSearchColumns({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<void> {
  for (;;) {
    const rows = await selectUnsearchable(db, chunk)
    for (const row of rows) {
      const email = showEmail(keys, row.email_sealed)
      const email_masked = email === null ? null : maskEmail(email)
      await fillSearchRow(db, row.id, { ...nameColumns(row.name), email_masked })
    }
    if (rows.length < chunk) return
  }
}

export const personJobs = (services: Services): RepeatingJob[] => [
  { name: 'fill-search-columns', cron: '* * * * *', run: () => fillSearchColumns(services) },
  { name: 'add-up-counts', cron: '* * * * *', run: () => compactCounters(services) },
]
