import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteRejected } from './registration-store.ts'

/** How long somebody who was rejected can look up why, as long as an answered visit is kept. */
const keptDays = 90

/** Who was rejected became nobody here: their name and number are not kept for longer than they are of use. */
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
