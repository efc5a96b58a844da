import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteRejected } from './registration-store.ts'

/** The time for which a rejected applicant can read the reason; an answered visit is kept as long. */
const keptDays = 90

/** A rejected applicant has no entry here: their name and number are not kept for longer than needed. */
export const purgeRejected = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  deleteRejected(
    db,
    clock
      .now()
      .subtract({ hours: 24 * keptDays })
      .toString(),
  )

export const registrationJobs = (services: Services): RepeatingJob[] => [
  { name: 'forget-rejected', cron: '31 3 * * *', run: async () => void (await purgeRejected(services)) },
]
