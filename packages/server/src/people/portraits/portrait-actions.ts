import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import { areOfDifferentFaces, findAlike, findBlacklistedPhones, findDoubt, type PhoneOwner } from './portrait-reads.ts'
import { deletePersonPortraits, selectFurtherPortraits } from './person-portrait-store.ts'
import { deletePortraits, isUnused, isPortraitOf } from './portrait-store.ts'

/** Deletes portraits with their embeddings inside the caller's transaction; their bytes go a little later. */
export async function dropPortraits(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deletePortraits(ctx.db, ids)
}

/**
 * Refuses a portrait whose face is registered already, unless the caller insists (`force`). Every way
 * into the system checks here: forms, imports, registrations. `ownId`: the person who gets the portrait; a portrait that they already have
 * is not checked again when other fields are saved.
 * @throws AppError portrait.duplicate-face, with everybody alike in `data.alike`; portrait.not-found
 */
export async function rejectDuplicateFace(
  ctx: Ctx,
  portraitId: string,
  { ownId, force = false }: { ownId?: string | undefined; force?: boolean | undefined } = {},
): Promise<void> {
  if (ownId !== undefined && (await isPortraitOf(ctx.db, portraitId, ownId))) return
  const alike = await findAlike(ctx, portraitId, ownId === undefined ? [] : [ownId])
  const [nearest] = alike
  if (!nearest || force) return
  const { person, score, kind } = nearest
  throw new AppError('portrait.duplicate-face', { name: person?.name ?? '***', person, kind, score, alike })
}

/**
 * Refuses a portrait that a guest sent under the phone number of another person: after one approval their face would open
 * every door of that person.
 * @throws AppError portrait.other-face, portrait.unproven
 */
export async function refuseDoubt(
  ctx: Ctx,
  claimed: Parameters<typeof findDoubt>[1],
  owner: PhoneOwner,
): Promise<void> {
  const doubt = await findDoubt(ctx, claimed, owner)
  if (doubt) throw new AppError(`portrait.${doubt}`, { name: owner.name })
}

/**
 * Refuses a guest with a phone number of the blacklist, whatever their face.
 * @throws AppError blacklist.same-phone, with who it is in `data.blacklisted`
 */
export async function refuseBlacklistedPhone(ctx: Ctx, phoneHash: Buffer | null): Promise<void> {
  const blacklisted = await findBlacklistedPhones(ctx, phoneHash)
  if (blacklisted.length > 0) throw new AppError('blacklist.same-phone', { blacklisted })
}

/**
 * A picture belongs to one person: deleting the one must not take it from the other.
 * @throws AppError portrait.not-found when it is not there, of another kind, or somebody else's
 */
export async function requireUnusedPortrait(
  ctx: Ctx,
  id: string,
  kind: 'portrait' | 'display',
  ownId: string | undefined,
): Promise<void> {
  if (!(await isUnused(ctx.db, id, kind, ownId ?? null))) throw new AppError('portrait.not-found')
}

/**
 * Checks that a person may have this portrait: neither it nor its face is anybody else's, unless the caller insists (`force`).
 * @throws AppError portrait.not-found, portrait.duplicate-face
 */
export async function checkPortrait(
  ctx: Ctx,
  portraitId: string,
  { ownId, force }: { ownId?: string | undefined; force?: boolean | undefined },
): Promise<void> {
  await requireUnusedPortrait(ctx, portraitId, 'portrait', ownId)
  await rejectDuplicateFace(ctx, portraitId, { ownId, force })
}

type Pictures = { id: string; portrait_id: string | null; display_portrait_id?: string | null }

/**
 * Deletes the pictures of `before` that new ones replace; an undefined one stays. Without a portrait nobody is recognised: further ones
 * go with it. Those that show another face than the new one go as well: where somebody else's portrait is put right, what was learned of
 * that face must no longer open anything.
 */
export async function dropReplacedPortraits(
  ctx: Ctx,
  before: Pictures,
  now: { portraitId?: string | null | undefined; displayPortraitId?: string | null | undefined },
): Promise<void> {
  const replaced = (next: string | null | undefined, last: string | null | undefined) =>
    next !== undefined && last && next !== last ? [last] : []
  const further =
    now.portraitId === null
      ? await selectFurtherPortraits(ctx.db, [before.id])
      : now.portraitId === undefined || now.portraitId === before.portrait_id
        ? []
        : await selectOfOtherFaces(ctx, before.id, now.portraitId)
  await dropPortraits(ctx, [
    ...(await deletePersonPortraits(ctx.db, further)),
    ...replaced(now.portraitId, before.portrait_id),
    ...replaced(now.displayPortraitId, before.display_portrait_id),
  ])
}

/** The further portraits of a person that do not show the face of this one. */
async function selectOfOtherFaces(ctx: Ctx, personId: string, portraitId: string): Promise<string[]> {
  const others: string[] = []
  for (const id of await selectFurtherPortraits(ctx.db, [personId]))
    if (id !== portraitId && (await areOfDifferentFaces(ctx, portraitId, id))) others.push(id)
  return others
}
