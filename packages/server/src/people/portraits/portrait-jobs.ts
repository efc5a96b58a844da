import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { judgePortraits } from './judge-portraits.ts'
import { packTemplates } from './pack-templates.ts'
import { deleteUnusedPortraits } from './portrait-store.ts'

export const portraitJobs = (services: Services): RepeatingJob[] => [
  {
    name: 'drop-unused-portraits',
    cron: '41 * * * *',
    run: () => deleteUnusedPortraits(services.db, services.clock.now().subtract({ hours: 24 }).toString()),
  },
  {
    name: 'judge-portraits',
    cron: '* * * * *',
    run: async (stopping) => void (await judgePortraits(services, stopping)),
  },
  {
    name: 'pack-face-templates',
    cron: '*/10 * * * *',
    run: async (stopping) => void (await packTemplates(services, stopping)),
  },
]
