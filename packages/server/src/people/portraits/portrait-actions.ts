import { AppError } from '@gatehouse/contract/errors.ts'
import type { AlikeFace } from '@gatehouse/contract/features/portraits.ts'
import type { Ctx } from '../../ctx.ts'
import {
  areOfDifferentFaces,
  findAlikeToAny,
  findBlacklistedPhones,
  findDoubt,
  type PhoneOwner,
} from './portrait-reads.ts'
import { deletePersonPortraits, selectFurtherPortraits } from './person-portrait-store.ts'
import { deletePortraits, isUnused, isPortraitOf } from './portrait-store.ts'

/** Deletes portraits with their embeddings inside the caller's transaction; their bytes go a little later. */
export async function dropPortraits(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deletePortraits(ctx.db, ids)
}

type Claim = {
  /** The person who gets the portraits; one that they already have is not checked again when other fields are saved. */
  ownId?: string | undefined
  force?: boolean | undefined
}

/**
 * Refuses portraits of a face that is registered already, unless the caller insists (`force`). Every way into the system checks here: forms,
 * imports, registrations. All that come together are looked at together: a caller that insists has seen everybody who is like any of them.
 * @throws AppError portrait.duplicate-face, with everybody alike in `data.alike`; portrait.not-found
 */
export async function rejectDuplicateFaces(
  ctx: Ctx,
  portraitIds: readonly string[],
  { ownId, force = false }: Claim = {},
): Promise<void> {
  const claimed: string[] = []
  for (const id of portraitIds) if (ownId === undefined || !(await isPortraitOf(ctx.db, id, ownId))) claimed.push(id)
  const found = await findAlikeToAny(ctx, claimed, ownId === undefined ? [] : [ownId])
  const alike = found.map((one): AlikeFace => {
    const { portraitIds: _, ...face } = one
    return face
  })
  const [nearest] = alike
  if (!nearest || force) return
  const { person, score, kind } = nearest
  throw new AppError('portrait.duplicate-face', { name: person?.name ?? '***', person, kind, score, alike })
}

/** As `rejectDuplicateFaces`, of one portrait. @throws AppError portrait.duplicate-face, portrait.not-found */
export const rejectDuplicateFace = (ctx: Ctx, portraitId: string, claim: Claim = {}): Promise<void> =>
  rejectDuplicateFaces(ctx, [portraitId], claim)

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
