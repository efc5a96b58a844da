import type { WireRecord } from '@gatehouse/contract/device/link.ts'
import type { Ctx } from '../lib/ctx.ts'
import { type RecordRow, toRecordRows } from './record-rows.ts'
import { keepsCaptures, selectKnownRecords } from './record-store.ts'
import { countPassUses } from './use-pass.ts'
import type { Outcome, RecordWriter } from './record-writer.ts'

/** Stores a device's records with their pictures; gives the outcome after both are durable. */
export async function pushRecords(
  ctx: Ctx,
  writer: RecordWriter,
  deviceId: string,
  records: readonly WireRecord[],
): Promise<Outcome> {
  const rows = toRecordRows(records)
  await keepCaptures(
    ctx,
    rows.filter(({ capture }) => capture),
  )
  const outcome = await writer.write(deviceId, rows)
  // After the records: what is cut here is sent again, and a use is counted once.
  await countPassUses(ctx, deviceId, rows)
  return outcome
}

/** Pictures first, so that no record names one that is not there; what was sent before is not written again. */
async function keepCaptures(ctx: Ctx, rows: readonly RecordRow[]): Promise<void> {
  if (rows.length === 0 || !(await keepsCaptures(ctx.db))) return
  const known = await selectKnownRecords(ctx.db, rows)
  await Promise.all(
    rows.map(async (row) => {
      if (row.capture && !known.has(row.id)) row.captureHash = await ctx.blobs.put(row.capture)
    }),
  )
}
