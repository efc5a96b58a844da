import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteExpiredAttempts } from './openid-store.ts'

export const openIdJobs = ({ db, clock }: Services): RepeatingJob[] => [
  {
    name: 'forget-openid-attempts',
    cron: '*/5 * * * *',
    run: async () => void (await deleteExpiredAttempts(db, clock.now().toString())),
  },
]
