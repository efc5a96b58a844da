import { personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { inTransaction, type Services } from '../../ctx.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { selectRecordSettings } from '../records/record-reads.ts'
import { deleteDoorEvents } from './door-state-store.ts'
import { deleteExpiredClaims } from './surroundings-store.ts'

/** The number of events in one transaction: short enough that no request waits for it. */
const chunk = 2_000

/** Deletes events that are older than the records that are kept longest. */
export async function purgeDoorEvents(services: Pick<Services, 'db' | 'clock'>, stopping?: AbortSignal): Promise<void> {
  const settings = await selectRecordSettings(services.db)
  const days = personKinds.map((kind) => settings[`${kind}Days`])
  if (days.includes(null)) return
  const hours = Math.max(...days.map((count) => count ?? 0)) * 24
  const before = services.clock.now().subtract({ hours }).toString()
  while ((await inTransaction(services, ({ db }) => deleteDoorEvents(db, before, chunk))) === chunk)
    stopping?.throwIfAborted()
}

export const doorJobs = (services: Services): RepeatingJob[] => [
  {
    name: 'purge-door-events',
    cron: '41 2 * * *',
    freesDisk: true,
    run: (stopping) => purgeDoorEvents(services, stopping),
  },
  {
    name: 'purge-passage-claims',
    cron: '*/10 * * * *',
    run: async () => void (await deleteExpiredClaims(services.db)),
  },
]
