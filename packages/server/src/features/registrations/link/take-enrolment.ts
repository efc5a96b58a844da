import { createHash } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import { violates } from '../../../db/violates.ts'
import type { ReportedEnrolment } from '../../../drivers/device-events.ts'
import { acceptPortrait } from '../../../people/portraits/accept-portrait-actions.ts'
import { countPending, findByLookup, insertRegistration } from '../registration-store.ts'
import { maxPending } from '../registration-service.ts'

/**
 * Somebody was enrolled at a device: they wait among the registrations, and pass nowhere else until an administrator approves them. The same
 * enrolment is one registration, however often it comes, also after it was decided. Gives whether it is new.
 */
export async function takeEnrolment(
  ctx: Ctx,
  deviceId: string,
  { key, name, portrait }: ReportedEnrolment,
): Promise<boolean> {
  const lookup_hash = createHash('sha256')
    .update(JSON.stringify(['enrolled', deviceId, key]))
    .digest()
  if (await findByLookup(ctx.db, lookup_hash)) return false
  if ((await countPending(ctx.db)) >= maxPending) return false
  const portrait_id = await portraitOf(ctx, deviceId, portrait)
  if (portrait_id === null) return false
  try {
    const { id } = await insertRegistration(ctx.db, {
      name,
      portrait_id,
      lookup_hash,
      created_at: ctx.clock.now().toString(),
    })
    await hint(ctx, { to: 'consoles', topic: 'registrations', id })
    return true
  } catch (error) {
    // It came twice at once; the portrait of the other is deleted like any that nobody uses.
    if (violates(error, 'registration__lookup')) return false
    throw error
  }
}

/** null: nobody could be recognised by it. */
async function portraitOf(ctx: Ctx, deviceId: string, portrait: Buffer): Promise<string | null> {
  try {
    return (await acceptPortrait(ctx, portrait)).id
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'server.busy') throw error
    ctx.log.warn({ deviceId, code: error.code }, 'the face of somebody who was enrolled at a device is not good enough')
    return null
  }
}
