import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteOldNonces } from './key-store.ts'
import { deleteLostDeliveries, deleteOldDeliveries, failOldDeliveries } from './webhooks/webhook-store.ts'

const chunk = 5_000

/**
 * Deliveries are tried for seven days; the log of successful ones is kept for three days, of failed ones for thirty.
 */
export async function clearDeliveries({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) =>
    clock
      .now()
      .subtract({ hours: 24 * days })
      .toString()
  const now = clock.now().toString()
  while ((await failOldDeliveries(db, daysAgo(7), now, chunk)) === chunk);
  while ((await deleteOldDeliveries(db, { delivered: daysAgo(3), failed: daysAgo(30) }, chunk)) === chunk);
  while ((await deleteLostDeliveries(db, chunk)) === chunk);
}

export const openPlatformJobs = (services: Services): RepeatingJob[] => [
  { name: 'clear-webhook-deliveries', cron: '37 * * * *', run: () => clearDeliveries(services) },
  {
    name: 'forget-open-nonces',
    cron: '*/10 * * * *',
    run: () => deleteOldNonces(services.db, services.clock.now().toString()),
  },
]
