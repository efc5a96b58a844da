import { selectRecordSettings } from './record-reads.ts'
import { recordFilterBody } from '@gatehouse/contract/features/records.ts'
import { personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import type { Db } from '../../db/open-database.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import type { QueuedJob, RepeatingJob } from '../../jobs/job-runner.ts'
import { hint, inTransaction, type Services } from '../../ctx.ts'
import { deleteForgottenCaptures, deleteOldScores } from './capture-store.ts'
import { dayOf, keptScoreDays } from './stranger-score-reads.ts'
import { deleteRecordsJob } from './record-service.ts'
import {
  ageRecords,
  countForDeletion,
  deleteEmptyCounts,
  deleteOldRecords,
  deleteRecordChunk,
  lockDeletion,
  selectUnsummedDays,
  sumDay,
  updateDeletion,
} from './record-store.ts'

/** The number of records in one transaction: short enough that nobody at a door or a list notices. */
const chunk = 2_000

const payloadOf = z.object({ id: z.uuid() })

/** Deletes the records of a request, a chunk at a time; interrupted, it continues where it was. */
export const deleteRecordsQueued = (services: Pick<Services, 'db' | 'clock'>): QueuedJob => ({
  name: deleteRecordsJob,
  async run(payload, stopping) {
    const { id } = payloadOf.parse(payload)
    for (;;) {
      stopping?.throwIfAborted()
      const isDone = await inTransaction(services, async (ctx) => {
        const { db, clock } = ctx
        const asked = await lockDeletion(db, id)
        if (!asked) return true
        const filter = recordFilterBody.parse(asked.filter)
        const left = asked.expected === null ? chunk : Math.min(chunk, asked.expected - asked.deleted)
        const deleted = left > 0 ? await deleteRecordChunk(db, filter, asked.received_before, left) : 0
        const isLast = deleted < chunk
        await updateDeletion(db, id, deleted, isLast ? clock.now().toString() : null)
        if (isLast) {
          await deleteEmptyCounts(db)
          if (deleted === left) await noteStopped(db, await countForDeletion(db, filter, asked.received_before))
        }
        await hint(ctx, { to: 'consoles', topic: 'records' })
        return isLast
      })
      if (isDone) return
    }
  },
})

/**
 * Records that match only since then (a person joined the filter's group meanwhile) were never meant: they stay, and
 * the log says how many.
 */
async function noteStopped(db: Db, records: number): Promise<void> {
  if (records === 0) return
  await insertOperation(db, {
    actor: { kind: 'system' },
    note: { facts: { records } },
    module: 'record',
    event: 'stop-deletion',
    side: 'system',
    address: '',
    requestId: '',
  })
}

/** Deletes records that are older than the retention of their kind. */
export async function dropOldRecords(services: Pick<Services, 'db' | 'clock'>, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = services
  const settings = await selectRecordSettings(db)
  const now = Temporal.Instant.from(await ageRecords(db, clock.now().toString()))
  for (const kind of personKinds) {
    const days = settings[`${kind}Days`]
    if (days === null) continue
    const before = now.subtract({ hours: days * 24 }).toString()
    while ((await inTransaction(services, ({ db }) => deleteOldRecords(db, kind, before, chunk))) === chunk)
      stopping?.throwIfAborted()
  }
  await deleteEmptyCounts(db)
  await deleteForgottenCaptures(db, clock.now().subtract({ hours: 24 }).toString())
  await deleteOldScores(db, dayOf(clock.now().subtract({ hours: 24 * keptScoreDays })))
}

/**
 * Sums the counts of the days that are over: each day in a transaction of its own, for which records of that day wait.
 */
export async function sumDays(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = services.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  for (const day of await selectUnsummedDays(services.db, today))
    await inTransaction(services, ({ db }) => sumDay(db, day))
}

export const recordJobs = (services: Services): RepeatingJob[] => [
  {
    name: 'drop-old-records',
    cron: '23 2 * * *',
    freesDisk: true,
    run: (stopping) => dropOldRecords(services, stopping),
  },
  { name: 'sum-days', cron: '*/10 * * * *', run: () => sumDays(services) },
]
