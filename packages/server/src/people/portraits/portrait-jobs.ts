import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteUnusedPortraits } from './portrait-store.ts'

export const portraitJobs = ({ db, clock }: Services): RepeatingJob[] => [
  {
    name: 'drop-unused-portraits',
    cron: '41 * * * *',
    run: () => deleteUnusedPortraits(db, clock.now().subtract({ hours: 24 }).toString()),
  },
]
