import { maxRecords, pushRecords as pushRecordsRoute, wireRecord } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { isDataException } from '../../../db/violates.ts'
import { looseRecords, readBatch } from '../../../device-link/read-batch.ts'
import { type DoorOfRecord, type RecordRow, toRecordRow } from './record-rows.ts'
import { readRecordProgress } from '../../../device-link/progress-store.ts'
import { selectUnpictured } from '../stored-record-store.ts'
import { countPassUses } from '../../visitors/passes/link/use-pass-actions.ts'
import type { RecordWriter } from './record-writer.ts'

/** The body of the contract, but each record is checked by itself. */
export const pushRecordsOneByOne = { ...pushRecordsRoute, body: looseRecords(maxRecords) }

/**
 * Stores a device's records with their pictures; gives the outcome after both are durable, and the rows that were
 * written. `doors`: by the ids of records, for devices with several.
 */
export async function pushRecords(
  ctx: Ctx,
  writer: RecordWriter,
  deviceId: string,
  { records, refusesSingly }: z.output<typeof pushRecordsOneByOne.body>,
  doors?: ReadonlyMap<string, DoorOfRecord>,
) {
  const brokenPictures: string[] = []
  const { rows, places, refused } = readBatch(records, {
    name: 'records',
    schema: wireRecord,
    toRow: (record) => {
      const row = toRecordRow(record, doors?.get(record.id))
      if (record.capture !== null && row.capture === null) brokenPictures.push(record.id)
      return row
    },
    refusesSingly,
  })
  if (brokenPictures.length > 0)
    ctx.log.warn(
      { deviceId, records: brokenPictures },
      'captures of a device are no JPEG: their records are kept without',
    )
  if (refused.length > 0) ctx.log.warn({ deviceId, refused }, 'records of a device cannot be taken')
  if (rows.length === 0)
    return {
      outcome: { stored: 0, known: 0, storedSequence: await readRecordProgress(ctx.db, deviceId), refused },
      rows,
    }
  await keepCaptures(
    ctx,
    rows.filter(({ capture }) => capture),
  )
  const { failed, ...outcome } = await writer
    .write(deviceId, rows)
    .then((outcome) => ({ ...outcome, failed: new Set<RecordRow>() }))
    .catch((error: unknown) => {
      if (!isDataException(error)) throw error
      ctx.log.error({ err: error, deviceId }, 'the database does not take a record that the contract takes')
      if (!refusesSingly) throw new AppError('request.invalid', { fields: 'records' })
      return writeSingly(ctx, writer, deviceId, rows)
    })
  for (const [at, row] of rows.entries())
    if (failed.has(row)) refused.push({ index: places[at] ?? at, issues: [{ path: '', problem: 'not-storable' }] })
  const kept = rows.filter((row) => !failed.has(row))
  // After the records: an interrupted batch is sent again, and a use is counted once.
  await countPassUses(ctx, deviceId, kept)
  return { outcome: { ...outcome, refused }, rows: kept }
}

/** One row that the database cannot store blocks no other: its device would send the whole batch again and again. */
async function writeSingly(ctx: Ctx, writer: RecordWriter, deviceId: string, rows: readonly RecordRow[]) {
  const failed = new Set<RecordRow>()
  let [stored, known] = [0, 0]
  for (const row of rows) {
    try {
      const outcome = await writer.write(deviceId, [row])
      stored += outcome.stored
      known += outcome.known
    } catch (error) {
      if (!isDataException(error)) throw error
      failed.add(row)
    }
  }
  return { stored, known, storedSequence: await readRecordProgress(ctx.db, deviceId), failed }
}

/**
 * Pictures first, so that no record names a missing one; pictures of known records and of erased people are not
 * written.
 */
async function keepCaptures(ctx: Ctx, rows: readonly RecordRow[]): Promise<void> {
  if (rows.length === 0) return
  const unpictured = await selectUnpictured(ctx.db, rows)
  await Promise.all(
    rows.map(async (row) => {
      if (row.capture && !unpictured.has(row.id)) row.captureHash = await ctx.blobs.put(row.capture)
    }),
  )
}
