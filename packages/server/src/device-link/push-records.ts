import { mostRecords, pushRecords as pushRecordsRoute, wireRecord } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { looseRecords, readBatch } from './read-batch.ts'
import { type RecordRow, toRecordRow } from './record-rows.ts'
import { keepsCaptures, readProgress, selectUnpictured } from './record-store.ts'
import { countPassUses } from './use-pass.ts'
import type { RecordWriter } from './record-writer.ts'

/** As the contract says, but that each record is looked at by itself. */
export const pushRecordsOneByOne = { ...pushRecordsRoute, body: looseRecords(mostRecords) }

/** Stores a device's records with their pictures; gives the outcome after both are durable, and the rows that were written. */
export async function pushRecords(
  ctx: Ctx,
  writer: RecordWriter,
  deviceId: string,
  { records, refusesSingly }: z.output<typeof pushRecordsOneByOne.body>,
) {
  const { rows, refused } = readBatch(records, {
    name: 'records',
    schema: wireRecord,
    toRow: toRecordRow,
    refusesSingly,
  })
  if (refused.length > 0) ctx.log.warn({ deviceId, refused }, 'records of a device cannot be taken')
  if (rows.length === 0)
    return { outcome: { stored: 0, known: 0, storedSequence: await readProgress(ctx.db, deviceId), refused }, rows }
  await keepCaptures(
    ctx,
    rows.filter(({ capture }) => capture),
  )
  const outcome = await writer.write(deviceId, rows)
  // After the records: what is cut here is sent again, and a use is counted once.
  await countPassUses(ctx, deviceId, rows)
  return { outcome: { ...outcome, refused }, rows }
}

/** Pictures first, so that no record names one that is not there; what was sent before is not written again, nor anybody who was erased. */
async function keepCaptures(ctx: Ctx, rows: readonly RecordRow[]): Promise<void> {
  if (rows.length === 0 || !(await keepsCaptures(ctx.db))) return
  const unpictured = await selectUnpictured(ctx.db, rows)
  await Promise.all(
    rows.map(async (row) => {
      if (row.capture && !unpictured.has(row.id)) row.captureHash = await ctx.blobs.put(row.capture)
    }),
  )
}
