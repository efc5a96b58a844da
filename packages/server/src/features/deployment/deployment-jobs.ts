import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Config } from '../../lib/config.ts'
import type { Services } from '../../ctx.ts'
import { endStoppedSessions, noteOwnAddresses } from './deployment-actions.ts'

export const deploymentJobs = (services: Services, config: Config): RepeatingJob[] => [
  { name: 'note-addresses', cron: '41 */6 * * *', run: () => noteOwnAddresses(services, config) },
  { name: 'end-stopped-sessions', cron: '*/5 * * * *', run: () => endStoppedSessions(services) },
]
