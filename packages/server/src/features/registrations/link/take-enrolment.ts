import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { ownRegistration } from '@gatehouse/contract/features/registrations.ts'
import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import { violates } from '../../../db/violates.ts'
import type { ReportedEnrolment } from '../../../drivers/device-events.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { blindIndex } from '../../../lib/seal.ts'
import { takeConsent } from '../../../people/consent/consent-actions.ts'
import { acceptPortrait } from '../../../people/portraits/accept-portrait-actions.ts'
import { maxPending } from '../registration-service.ts'
import { countPending, findByLookup, insertRegistration } from '../registration-store.ts'

/**
 * Somebody was enrolled at a device: they wait among the registrations, and pass nowhere else until an administrator approves them. The same
 * enrolment is one registration, however often it comes, also after it was decided. Gives whether it is kept: not without a consent
 * where the enterprise asks for one, with a face that no door would recognise, or where too many wait.
 */
export async function takeEnrolment(
  ctx: Ctx,
  deviceId: string,
  { key, name, portrait }: ReportedEnrolment,
): Promise<boolean> {
  // Keyed: from what is known of a device nobody can make a link to the outcome.
  const lookupHash = blindIndex(ctx.keys.blindIndex, `enrolment ${deviceId} ${key}`)
  if (await findByLookup(ctx.db, lookupHash)) return true
  const known = ownRegistration.shape.name.safeParse(name.trim() || key)
  if (!known.success || (await countPending(ctx.db)) >= maxPending) return false
  const portraitId = await portraitOf(ctx, deviceId, portrait)
  if (portraitId === null) return false
  try {
    await inTransaction(ctx, async (ctx) => {
      const row = { name: known.data, portrait_id: portraitId, lookup_hash: lookupHash }
      const { id } = await insertRegistration(ctx.db, { ...row, created_at: ctx.clock.now().toString() })
      const line = { module: 'registration', event: 'register', side: 'device', address: ctx.address } as const
      await insertOperation(ctx.db, { ...line, requestId: randomUUID(), actor: ctx.actor, note: { item: known.data } })
      await hint(ctx, { to: 'consoles', topic: 'registrations', id })
    })
  } catch (error) {
    // It came twice at once; the portrait of the other is deleted like any that nobody uses.
    if (!violates(error, 'registration__lookup')) throw error
  }
  return true
}

/** null: nobody could be recognised by it, or there is no consent to keep it. */
async function portraitOf(ctx: Ctx, deviceId: string, portrait: Buffer): Promise<string | null> {
  try {
    await takeConsent(ctx, 'staff', undefined)
    return (await acceptPortrait(ctx, portrait, 'device')).id
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'server.busy') throw error
    ctx.log.warn({ deviceId, code: error.code }, 'somebody who was enrolled at a device is not kept')
    return null
  }
}
