import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { portraitRefusal } from '@gatehouse/contract/features/portraits.ts'
import { type EnrolmentFault, ownRegistration } from '@gatehouse/contract/features/registrations.ts'
import { type Ctx, hint, inTransaction, nameOfActor } from '../../../ctx.ts'
import { violates } from '../../../db/violates.ts'
import type { ReportedEnrolment } from '../../../drivers/device-events.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { blindIndex } from '../../../lib/seal.ts'
import { takeConsent } from '../../../people/consent/consent-actions.ts'
import { acceptPortrait } from '../../../people/portraits/accept-portrait-actions.ts'
import { maxPending } from '../registration-service.ts'
import {
  countPending,
  deleteOldRefused,
  deleteRefused,
  findByLookup,
  hasRefusedAlike,
  insertRegistration,
  updateRefused,
} from '../registration-store.ts'

/** A terminal that sends what is of no use for ever fills no list, and hides nobody who was enrolled at another: the oldest are forgotten. */
const maxRefused = { ofDevice: 50, ofAll: 1_000 }

/**
 * Somebody was enrolled at a device: they wait among the registrations, and pass nowhere else until an administrator approves them. The same
 * enrolment is one registration, however often it comes, also after it was decided. Without a consent where the enterprise asks for one, or
 * with a face that no door would recognise, it is one that is rejected from the beginning and says why, without the photograph; it waits like any
 * other once the enterprise asks for less, and it comes again. Alike refusals of a device are one line of the operation log. Gives whether it
 * waits for a decision.
 */
export async function takeEnrolment(
  ctx: Ctx,
  deviceId: string,
  { key, name, portrait }: ReportedEnrolment,
): Promise<boolean> {
  // Keyed: from what is known of a device nobody can make a link to the outcome.
  const lookupHash = blindIndex(ctx.keys.blindIndex, `enrolment ${deviceId} ${key}`)
  const before = await findByLookup(ctx.db, lookupHash)
  if (before && before.refused_for.length === 0) return before.state === 'pending'
  const known = ownRegistration.shape.name.safeParse(name.trim() || key)
  if (!known.success || (await countPending(ctx.db)) >= maxPending) return false
  const accepted = await portraitOf(ctx, portrait)
  const created_at = ctx.clock.now().toString()
  const outcome =
    'id' in accepted
      ? { portrait_id: accepted.id }
      : {
          state: 'rejected' as const,
          refused_for: [...accepted.faults],
          refused_by: deviceId,
          decided_by: nameOfActor(ctx),
          decided_at: created_at,
        }
  if ('faults' in accepted && before?.refused_for.join() === accepted.faults.join()) return false
  try {
    await inTransaction(ctx, async (ctx) => {
      const isTold = 'faults' in accepted && (await hasRefusedAlike(ctx.db, deviceId, accepted.faults))
      const refused = 'faults' in accepted ? await updateRefused(ctx.db, lookupHash, outcome) : undefined
      if (!refused) await deleteRefused(ctx.db, lookupHash)
      const row = { name: known.data, lookup_hash: lookupHash, created_at, ...outcome }
      const { id } = refused ?? (await insertRegistration(ctx.db, row))
      await hint(ctx, { to: 'consoles', topic: 'registrations', id })
      if ('faults' in accepted) {
        await deleteOldRefused(ctx.db, maxRefused.ofDevice, deviceId)
        await deleteOldRefused(ctx.db, maxRefused.ofAll)
      }
      if (isTold) return
      const line = { module: 'registration', event: 'register', side: 'device', address: ctx.address } as const
      const failure = 'id' in accepted ? {} : { errorCode: accepted.code }
      const note = { item: known.data }
      await insertOperation(ctx.db, { ...line, ...failure, requestId: randomUUID(), actor: ctx.actor, note })
    })
  } catch (error) {
    // It came twice at once; the portrait of the other is deleted like any that nobody uses.
    if (!violates(error, 'registration__lookup')) throw error
  }
  return 'id' in accepted
}

type Accepted = { id: string } | { code: string; faults: readonly EnrolmentFault[] }

/** With faults: nobody could be recognised by it, or there is no consent to keep it. */
async function portraitOf(ctx: Ctx, portrait: Buffer): Promise<Accepted> {
  try {
    await takeConsent(ctx, 'staff', undefined)
    return { id: (await acceptPortrait(ctx, portrait, 'device')).id }
  } catch (error) {
    const faults = error instanceof AppError ? faultsOf(error) : undefined
    if (!(error instanceof AppError) || faults === undefined) throw error
    return { code: error.code, faults }
  }
}

/** Undefined: it may be taken another time. */
function faultsOf({ code, details }: AppError): readonly EnrolmentFault[] | undefined {
  if (code === 'portrait.check-failed')
    return portraitRefusal.parse(details).checks.flatMap(({ check, passed }) => (passed ? [] : [check]))
  if (code === 'portrait.unreadable') return ['unreadable']
  if (code === 'portrait.too-large') return ['too-large']
  return code === 'consent.missing' ? ['no-consent'] : undefined
}
