import { AppError } from '@gatehouse/contract/errors.ts'
import type { PersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { requireConsent } from '../../people/consent/consent-actions.ts'
import { acceptPortrait } from '../../people/portraits/accept-portrait-actions.ts'
import { givePersonPortrait, lockPortraitOwner } from '../../people/portraits/person-portrait-actions.ts'
import { listPortraits } from '../../people/portraits/person-portrait-service.ts'
import { dropPortraits } from '../../people/portraits/portrait-actions.ts'
import { findConfirmable } from './capture-reads.ts'
import { getRecord } from './record-service.ts'

/**
 * Makes a portrait of the capture of a passage: the caller says that it shows this person, whom the record names or has among those it
 * may be. The face engine works before anything is written.
 * @throws AppError person.not-found, record.not-found, portrait.*, consent.missing, server.busy
 */
export async function learnFace(ctx: Ctx, personId: string, recordId: string): Promise<PersonPortrait[]> {
  const learned = await inTransaction(ctx, async (ctx) => {
    const { of } = await lockPortraitOwner(ctx, personId)
    if (of !== 'blacklisted') await requireConsent(ctx, of, personId)
    await getRecord(ctx, recordId)
    return findLearned(ctx, personId, recordId)
  })
  if (learned) return learned
  const hash = await findConfirmable(ctx.db, recordId, personId)
  const bytes = hash && (await ctx.blobs.get(hash))
  if (!bytes) throw new AppError('portrait.not-of-record')
  const { id: portraitId } = await acceptPortrait(ctx, bytes, 'learned')
  try {
    return await inTransaction(ctx, async (ctx) => {
      const person = await lockPortraitOwner(ctx, personId)
      const learned = await findLearned(ctx, personId, recordId)
      if (learned) {
        await dropPortraits(ctx, [portraitId])
        return learned
      }
      await givePersonPortrait(ctx, person, { portraitId, force: false, recordId })
      return listPortraits(ctx, personId)
    })
  } catch (error) {
    await dropPortraits(ctx, [portraitId])
    throw error
  }
}

/** The portraits of a person who has that of this passage already: somebody has confirmed it twice, or two people have. */
async function findLearned(ctx: Ctx, personId: string, recordId: string): Promise<PersonPortrait[] | undefined> {
  const portraits = await listPortraits(ctx, personId)
  return portraits.some((one) => one.recordId === recordId) ? portraits : undefined
}
