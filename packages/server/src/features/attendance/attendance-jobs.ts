import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../lib/ctx.ts'
import { closeDays } from './close-days.ts'

export const attendanceJobs = (services: Services): RepeatingJob[] => [
  { name: 'close-attendance-days', cron: '* * * * *', run: () => closeDays(services) },
]
