import type { reportPeople as reportRoute } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { appliedRevision, decodePeopleCursor } from '../../../device-link/outbox/people-cursor.ts'
import {
  deleteFailures,
  insertFailures,
  isDevice,
  updateApplied,
  updateAppliedWhole,
} from '../../../device-link/outbox/people-report-store.ts'

/** Notes which people a device has applied, and which of them it cannot use and why. */
export async function reportPeople(
  ctx: Ctx,
  deviceId: string,
  { cursor, failures, isContinued, hasMore }: z.output<typeof reportRoute.body>,
): Promise<void> {
  const position = decodePeopleCursor(cursor)
  if (!position) throw new AppError('request.invalid', { fields: 'cursor' })
  if (failures.length === 0 && !isContinued && !hasMore) {
    const isThere = await updateAppliedWhole(ctx.db, deviceId, cursor, appliedRevision(position))
    if (!isThere) throw new AppError('device.credentials-wrong')
    return
  }
  await inTransaction(ctx, async (ctx) => {
    if (!isContinued) await deleteFailures(ctx.db, deviceId)
    // The last part of a long list says that the list is complete: until then the device's cursor does not move.
    const isThere = hasMore
      ? await isDevice(ctx.db, deviceId)
      : await updateApplied(ctx.db, deviceId, cursor, appliedRevision(position))
    if (!isThere) throw new AppError('device.credentials-wrong')
    await insertFailures(ctx.db, deviceId, failures, ctx.clock.now().toString())
  })
}
