import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { closeDays } from './days/close-days.ts'
import { mailReport } from './reports/report-service.ts'

export const attendanceJobs = (services: Services): RepeatingJob[] => [
  { name: 'close-attendance-days', cron: '* * * * *', run: () => closeDays(services) },
  { name: 'mail-attendance-report', cron: '*/10 * * * *', run: () => mailReport(services) },
]
