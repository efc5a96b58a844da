import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { calibrate } from './clock-service.ts'
import type { PlatformClock } from './platform-clock.ts'

export const serviceConfigJobs = (services: Services, clock: PlatformClock): RepeatingJob[] => [
  { name: 'calibrate-clock', cron: '29 * * * *', run: () => calibrate(services, clock) },
]
