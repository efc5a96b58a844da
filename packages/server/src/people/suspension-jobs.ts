import type { Services } from '../ctx.ts'
import type { RepeatingJob } from '../jobs/job-runner.ts'
import { tellEndedSuspensions } from './suspension-service.ts'

export const suspensionJobs = (services: Services): RepeatingJob[] => [
  { name: 'tell-ended-suspensions', cron: '* * * * *', run: () => tellEndedSuspensions(services) },
]
