import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { packTemplates } from './pack-templates.ts'
import { deleteUnusedPortraits } from './portrait-store.ts'

export const portraitJobs = ({ db, clock, keys }: Services): RepeatingJob[] => [
  {
    name: 'drop-unused-portraits',
    cron: '41 * * * *',
    run: () => deleteUnusedPortraits(db, clock.now().subtract({ hours: 24 }).toString()),
  },
  {
    name: 'pack-face-templates',
    cron: '*/10 * * * *',
    run: async (stopping) => void (await packTemplates({ db, keys }, stopping)),
  },
]
