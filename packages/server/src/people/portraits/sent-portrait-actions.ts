import { AppError } from '@gatehouse/contract/errors.ts'
import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import type { PortraitSource, PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockPerson, updatePerson } from '../person-store.ts'
import { kindOf, type VisiblePerson } from '../visible-person.ts'
import { acceptPortrait } from './accept-portrait-actions.ts'
import { findOthers, findUnlike } from './one-person-reads.ts'
import {
  exchangeMainPortrait,
  givePersonPortrait,
  hasRoomFor,
  notifyPortraitsChanged,
} from './person-portrait-actions.ts'
import { deletePersonPortraits, selectPersonPortraits } from './person-portrait-store.ts'
import {
  dropPortraits,
  dropReplacedPortraits,
  refuseDoubt,
  rejectDuplicateFaces,
  requireUnusedPortrait,
} from './portrait-actions.ts'
import type { PhoneOwner } from './portrait-reads.ts'
import { countNobodys, isPortraitOf, lockPortraits } from './portrait-store.ts'
import { deleteSentPortraits, insertSentPortraits, type Submission } from './sent-portrait-store.ts'

/**
 * Takes one photograph of a submission: evaluated as every portrait, and refused if it does not show the person of those that came before.
 * Only photographs that wait for a submission are compared: nobody learns here whether a face is known.
 * @throws AppError as `acceptPortrait`, and portrait.not-found, portrait.other-person
 */
export async function acceptSentPortrait(
  ctx: Ctx,
  bytes: Buffer,
  source: PortraitSource,
  beside: readonly string[] = [],
): Promise<PortraitVerdict> {
  await requireNobodys(ctx, beside)
  const verdict = await acceptPortrait(ctx, bytes, source)
  const unlike = beside.length === 0 ? [] : await findUnlike(ctx, verdict.id, beside)
  if (unlike.length > 0) {
    await inTransaction(ctx, (ctx) => dropPortraits(ctx, [verdict.id]))
    throw new AppError('portrait.other-person', { portraitIds: [verdict.id], unlike: { [verdict.id]: unlike } })
  }
  return verdict
}

/** @throws AppError portrait.not-found when one is not there, or somebody has it or has sent it */
async function requireNobodys(ctx: Ctx, portraitIds: readonly string[]): Promise<void> {
  if (
    new Set(portraitIds).size !== portraitIds.length ||
    (await countNobodys(ctx.db, portraitIds)) < portraitIds.length
  )
    throw new AppError('portrait.not-found')
}

/**
 * Checks the photographs of one submission: free, and of one person. They stay so until the transaction ends. `own`: one that the person who
 * gets the others has already.
 * @throws AppError portrait.not-found, portrait.other-person with those that differ
 */
export async function requireSendable(ctx: Ctx, portraitIds: readonly string[], own?: string): Promise<void> {
  await lockPortraits(ctx.db, portraitIds)
  await requireNobodys(
    ctx,
    portraitIds.filter((id, place) => id !== own || place > 0),
  )
  const others = portraitIds.length > 1 ? await findOthers(ctx, portraitIds) : null
  if (others) throw new AppError('portrait.other-person', others)
}

type OfForm = {
  portraitId?: string | null | undefined
  furtherPortraitIds?: readonly string[] | undefined
  force?: boolean | undefined
}

/**
 * Checks that a person may have the portraits of a form, before anything of it is written: they are free, of one person, and no face is
 * anybody else's, unless the caller insists (`force`). The person's present main one may stand among them.
 * @throws AppError portrait.not-found, portrait.other-person, portrait.duplicate-face
 */
export async function checkFormPortraits(
  ctx: Ctx,
  { portraitId, furtherPortraitIds: further = [], force }: OfForm,
  ownId?: string,
): Promise<void> {
  if (!portraitId) return further.length > 0 ? requireSendable(ctx, further) : undefined
  const isOwn = ownId !== undefined && (await isPortraitOf(ctx.db, portraitId, ownId))
  if (further.length > 0) await requireSendable(ctx, [portraitId, ...further], isOwn ? portraitId : undefined)
  await requireUnusedPortrait(ctx, portraitId, 'portrait', ownId)
  await rejectDuplicateFaces(ctx, [portraitId, ...further], { ownId, force })
}

/** Keeps the photographs after the first until somebody decides. */
export const keepSentPortraits = (ctx: Ctx, submission: Submission, portraitIds: readonly string[]) =>
  insertSentPortraits(ctx.db, submission, portraitIds)

/**
 * Takes all photographs of a submission for the decision about it: those that were accepted, the first of which becomes the main one, and
 * those that were left out, which the caller drops in the end.
 * @throws AppError portrait.not-found when none is accepted
 */
export async function takeSentPortraits(
  ctx: Ctx,
  submission: Submission,
  { first, leaveOut }: { first: string; leaveOut: readonly string[] },
): Promise<{ accepted: [string, ...string[]]; leftOut: string[] }> {
  const sent = [first, ...(await deleteSentPortraits(ctx.db, submission))]
  const [main, ...further] = sent.filter((id) => !leaveOut.includes(id))
  if (main === undefined) throw new AppError('portrait.not-found')
  return { accepted: [main, ...further], leftOut: sent.filter((id) => leaveOut.includes(id)) }
}

/** As `refuseDoubt`, of each photograph. @throws AppError portrait.other-face, portrait.unproven */
export async function refuseDoubts(
  ctx: Ctx,
  { portraitIds, ...claimed }: { name: string; comesUnasked?: boolean; portraitIds: readonly string[] },
  owner: PhoneOwner,
): Promise<void> {
  for (const portraitId of portraitIds) await refuseDoubt(ctx, { ...claimed, portraitId }, owner)
}

type Sent = { portraitIds: readonly [string, ...string[]]; force: boolean }

/**
 * Gives a member of staff or a visitor the portraits that they sent, the first as the main one; former ones of the same face stay beside
 * them while there is room. False when the person no longer exists.
 * @throws AppError portrait.not-found, portrait.duplicate-face
 */
export async function giveSentPortraits(ctx: Ctx, personId: string, { portraitIds, force }: Sent): Promise<boolean> {
  const person = await lockOwner(ctx, personId)
  if (!person) return false
  await rejectDuplicateFaces(ctx, portraitIds, { ownId: personId, force })
  const [portraitId, ...further] = portraitIds
  if (await hasRoomFor(ctx, personId, portraitId)) {
    await givePersonPortrait(ctx, person, { portraitId, force, recordId: null })
    await exchangeMainPortrait(ctx, person, portraitId)
  } else {
    await updatePerson(ctx.db, personId, { portrait_id: portraitId })
    await dropReplacedPortraits(ctx, person, { portraitId })
    await notifyPortraitsChanged(ctx, person)
  }
  await giveFurtherPortraits(ctx, personId, { portraitIds: further, force })
  return true
}

type Further = {
  portraitIds: readonly string[]
  force: boolean
  /** A form shows none of the person's other portraits: they make no room, learned ones neither. */
  keepsOthers?: boolean
}

/**
 * Gives a person further portraits that were sent together with the main one, and found to be of one person with it. The oldest further
 * ones make room.
 * @throws AppError portrait.not-found, portrait.duplicate-face; portrait.limit-reached where the others are kept
 */
export async function giveFurtherPortraits(
  ctx: Ctx,
  personId: string,
  { portraitIds, force, keepsOthers = false }: Further,
): Promise<void> {
  if (portraitIds.length > 0) ctx.audit.facts = { ...ctx.audit.facts, furtherPortraits: portraitIds.length }
  for (const portraitId of portraitIds) {
    const row = await lockPerson(ctx.db, personId)
    const of = row && kindOf(row)
    if (!row || !of) return
    const person = { ...row, of }
    if (!keepsOthers) await makeRoom(ctx, personId, portraitIds)
    await givePersonPortrait(ctx, person, { portraitId, force, forceUnlike: true, keepsOthers, recordId: null })
  }
}

async function makeRoom(ctx: Ctx, personId: string, kept: readonly string[]): Promise<void> {
  const rows = await selectPersonPortraits(ctx.db, personId)
  // A learned one makes room by itself.
  if (rows.length < maxPortraits || rows.some((row) => !row.is_main && row.source === 'learned')) return
  const oldest = rows.find((row) => !row.is_main && !kept.includes(row.image_id))
  if (oldest) await dropPortraits(ctx, await deletePersonPortraits(ctx.db, [oldest.image_id]))
}

async function lockOwner(ctx: Ctx, personId: string): Promise<VisiblePerson | undefined> {
  const person = await lockPerson(ctx.db, personId)
  const of = person && kindOf(person)
  return person && of && of !== 'blacklisted' ? { ...person, of } : undefined
}
