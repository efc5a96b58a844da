import type { Services } from '../../ctx.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { followInsideRules } from './follow-inside-rules.ts'
import { deleteOldMovements } from './location-store.ts'

/** As long as the failed delivery of a webhook is kept. */
const movementDays = 30

export const insideJobs = (services: Services): RepeatingJob[] => [
  { name: 'follow-inside-rules', cron: '* * * * *', run: () => followInsideRules(services) },
  {
    name: 'drop-old-movements',
    cron: '53 2 * * *',
    freesDisk: true,
    run: async () => {
      const before = services.clock.now().subtract({ hours: 24 * movementDays })
      await deleteOldMovements(services.db, before.toString())
    },
  },
]
