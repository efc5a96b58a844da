import type { reportPeople as reportRoute } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../lib/ctx.ts'
import { appliedRevision, readCursor } from './people-cursor.ts'
import { replaceFailures, updateApplied } from './people-report-store.ts'

/** Notes how far a device has its people, and who of them cannot be used there and why. */
export async function reportPeople(
  ctx: Ctx,
  deviceId: string,
  { cursor, failures }: z.output<typeof reportRoute.body>,
): Promise<void> {
  const place = readCursor(cursor)
  if (!place) throw new AppError('request.invalid', { fields: 'cursor' })
  await inTransaction(ctx, async (ctx) => {
    if (!(await updateApplied(ctx.db, deviceId, cursor, appliedRevision(place))))
      throw new AppError('device.credentials-wrong')
    await replaceFailures(ctx.db, deviceId, failures, ctx.clock.now().toString())
  })
}
