import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteOldKnown } from './known-browser-store.ts'
import { deleteExpiredLoginKeys } from './login-key-store.ts'
import { deleteFadedFailures } from '../../http/failure-count-store.ts'

export const authJobs = ({ db, clock }: Services): RepeatingJob[] => [
  {
    name: 'forget-login-attempts',
    cron: '*/5 * * * *',
    run: async () => {
      const now = clock.now().toString()
      await deleteExpiredLoginKeys(db, now)
      await deleteFadedFailures(db, now)
      await deleteOldKnown(db, clock.now())
    },
  },
]
