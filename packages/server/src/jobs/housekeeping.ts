import { clearGarbage } from '../blobs/clear-garbage.ts'
import { ensureMonthPartition } from '../db/month-partitions.ts'
import { deleteExpiredSessions } from '../http/session-store.ts'
import { inTransaction, type Services } from '../ctx.ts'
import type { RepeatingJob } from './job-runner.ts'

/** The number of months for which partitions are made ahead; rows outside of them go into the default partition. */
const monthsAhead = 3

/** Makes the month partitions of the logs, from the last month to three ahead. */
export async function makePartitions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const thisMonth = clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 })
  for (const log of ['recognition_record', 'operation_log', 'alarm'] as const) {
    for (let months = -1; months <= monthsAhead; months++) {
      const month = thisMonth.add({ months }).toString()
      // Each on its own: a writer to a log waits for one month to be made, not for all of them.
      await inTransaction({ db }, ({ db }) => ensureMonthPartition(db, log, month))
    }
  }
}

/** The platform's own repeating jobs; features add theirs. */
export const housekeeping = (services: Services): RepeatingJob[] => [
  { name: 'make-partitions', cron: '17 2 * * *', run: () => makePartitions(services) },
  { name: 'clear-garbage', cron: '*/10 * * * *', freesDisk: true, run: () => clearGarbage(services) },
  {
    name: 'end-sessions',
    cron: '*/5 * * * *',
    run: async () => void (await deleteExpiredSessions(services.db, services.clock)),
  },
]
