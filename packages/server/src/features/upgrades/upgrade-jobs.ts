import { advanceRollouts } from './link/roll-out.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { createSystemCtx, type Services } from '../../ctx.ts'
import { deleteAbandonedUploads } from './upgrade-service.ts'

export function upgradeJobs(services: Services): RepeatingJob[] {
  const ctx = createSystemCtx(services)
  return [
    { name: 'tend-roll-outs', cron: '* * * * *', run: () => advanceRollouts(ctx) },
    { name: 'forget-uploads', cron: '41 3 * * *', freesDisk: true, run: () => deleteAbandonedUploads(ctx) },
  ]
}
