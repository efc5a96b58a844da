import type { Services } from '../../ctx.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { forgetBefore } from './person-before.ts'

export const personBeforeJobs = (services: Services): RepeatingJob[] => [
  { name: 'forget-person-before', cron: '17 * * * *', run: async () => void (await forgetBefore(services)) },
]
