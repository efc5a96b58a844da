import { AppError } from '@gatehouse/contract/errors.ts'
import type { AlikeFace, BlacklistedPhone, SamePhone } from '@gatehouse/contract/features/portraits.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { personKinds, personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { cosineOf, scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { ownThresholdsOf, thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import type { Db } from '../../db/open-database.ts'
import { openEmbedding } from '../../face/open-embedding.ts'
import { type Ctx, may } from '../../ctx.ts'
import { searchForm } from '../person-columns.ts'
import { readBlacklistedOfPhone, readBlacklistReasons, selectBlacklistedFaces } from '../blacklisted-reads.ts'
import { joinCandidates } from '../gallery/faces-in-memory.ts'
import { findTemplate } from './portrait-store.ts'

/** The maximum number of similar people in an answer; a blacklisted one is among them however many others are more similar. */
const maxAlike = 5
const maxSearched = 50

const readersOf = {
  staff: 'staff.read',
  visitor: 'visitor.read',
  blacklisted: 'blacklist.read',
} as const satisfies Record<AlikeFace['kind'], Permission>

const isKnownKind = (kind: string | undefined): kind is AlikeFace['kind'] => kind !== undefined && kind in readersOf

/**
 * Everybody registered with this portrait's face, the blacklisted first, then the most similar: the check of every
 * way into the system. A blacklisted person is named from `maybeBlacklisted` on.
 * For kinds that the caller may not see, only the kind is given.
 * @throws AppError portrait.not-found
 */
export async function findAlike(ctx: Ctx, portraitId: string, exceptIds: readonly string[] = []): Promise<AlikeFace[]> {
  const face = await faceOf(ctx, portraitId)
  if (!face) throw new AppError('portrait.not-found')
  const { embedding, modelId } = face
  return findPeopleAlike(ctx, { embedding, modelId, threshold: thresholdsOf(modelId).duplicate, exceptIds })
}

type AlikeToSent = AlikeFace & { portraitIds: string[] }

type Described = { embedding: Float32Array; modelId: string }

/**
 * Everybody alike to one of these portraits: each person once, by the portrait that is most like them, with all those that are like them.
 * @throws AppError portrait.not-found
 */
export async function findAlikeToAny(
  ctx: Ctx,
  portraitIds: readonly string[],
  exceptIds: readonly string[] = [],
): Promise<AlikeToSent[]> {
  const found: AlikeToSent[] = []
  for (const portraitId of portraitIds)
    for (const one of await findAlike(ctx, portraitId, exceptIds)) {
      const place = found.findIndex(({ kind, person }) => kind === one.kind && person?.id === one.person?.id)
      const known = found[place]
      if (!known || (one.person === null && portraitIds.length === 1)) found.push({ ...one, portraitIds: [portraitId] })
      else
        found[place] = {
          ...(known.score < one.score ? one : known),
          portraitIds: [...new Set([...known.portraitIds, portraitId])],
        }
    }
  return inOrder(found.toSorted((a, b) => b.score - a.score))
}

/** Whether the model is the built-in one, or one that was put in here. */
const isOurs = (modelId: string): boolean => modelId === faceModelId || ownThresholdsOf(modelId) !== undefined

/**
 * The face of a portrait by the recogniser in use. A portrait that came before the recogniser was changed may have only a template of the
 * former one, by which hardly anybody is in memory: it is looked at again.
 */
export async function faceOf(ctx: Ctx, portraitId: string): Promise<Described | undefined> {
  const template = await findTemplate(ctx.db, portraitId)
  if (!template) return undefined
  const { model_id: modelId, embedding_sealed } = template
  const again =
    isOurs(modelId) && modelId !== ctx.face.modelId() ? await lookAgain(ctx, portraitId, modelId) : undefined
  return again ?? { modelId, embedding: openEmbedding(ctx.keys, portraitId, embedding_sealed) }
}

/** Undefined: the recogniser in use finds no face. @throws AppError server.busy */
async function lookAgain(ctx: Ctx, portraitId: string, formerId: string): Promise<Described | undefined> {
  const hash = await findPortraitBlob(ctx.db, portraitId)
  const bytes = hash && (await ctx.blobs.get(hash))
  if (!bytes) return undefined
  const look = await ctx.face.analyse(bytes).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'server.busy') return undefined
    throw error
  })
  // The recogniser was changed while this picture was looked at.
  if (look?.modelId === formerId) throw new AppError('server.busy')
  return look?.main ? { modelId: look.modelId, embedding: look.main.embedding } : undefined
}

type Face = {
  embedding: Float32Array
  modelId: string
  threshold: number
  exceptIds?: readonly string[]
  /** Without those whom the caller may not see: they take nobody's place in the answer. */
  visibleOnly?: boolean
}

/** As `findAlike`, for a face that is nobody's portrait. */
export async function findPeopleAlike(
  ctx: Ctx,
  { embedding, modelId, threshold, exceptIds = [], visibleOnly = false }: Face,
): Promise<AlikeFace[]> {
  const { gallery } = ctx.people
  const { maybeBlacklisted, oneFace } = thresholdsOf(modelId)
  const least = Math.min(threshold, maybeBlacklisted)
  // People on the blacklist are looked for apart: however many others are more alike, none of them is left out.
  const blacklisted = await selectBlacklistedFaces(ctx.db)
  const near = joinCandidates(
    await gallery.search(embedding, modelId, maxSearched + exceptIds.length),
    await gallery.compare(blacklisted, { embedding, modelId, threshold: least }),
  ).filter(({ personId, cosine }) => cosine >= least && !exceptIds.includes(personId))
  if (near.length === 0) return []
  const people = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'kind', 'portrait_id'])
    .where(
      'id',
      'in',
      near.map(({ personId }) => personId),
    )
    .execute()
  // The gallery may know somebody for a moment longer than the database.
  if (people.length === 0) return []
  const reasons = await readBlacklistReasons(
    ctx.db,
    people.map(({ id }) => id),
  )
  const alike = near.flatMap(({ personId, cosine }) => {
    const person = people.find(({ id }) => id === personId)
    const kind = personKinds.find((kind) => personKindCodes[kind] === person?.kind)
    if (!person || !isKnownKind(kind) || (cosine < threshold && kind !== 'blacklisted')) return []
    const maySee = ctx.actor.kind === 'system' || may(ctx, readersOf[kind])
    return {
      kind,
      person: maySee ? { id: person.id, name: person.name, portraitId: person.portrait_id } : null,
      reason: (maySee && reasons.get(personId)) || null,
      score: scoreOfCosine(cosine),
      isOneFace: cosine >= oneFace,
      ...(cosine < threshold && { isMaybe: true }),
    }
  })
  return inOrder(alike.filter(({ person }) => person !== null || !visibleOnly))
}

/** The blacklisted first, as many as an answer has. */
const inOrder = <Alike extends AlikeFace>(alike: readonly Alike[]): Alike[] =>
  alike.toSorted((a, b) => Number(b.kind === 'blacklisted') - Number(a.kind === 'blacklisted')).slice(0, maxAlike)

export type PhoneOwner = { name: string; portraitId: string | null }

/**
 * The reason why the sender of a portrait under the phone number of `owner` may be another person: its face is another one, or there is
 * none to compare with and not even the name is the same. `comesUnasked`: nobody invited them, so a name proves nothing either.
 */
export async function findDoubt(
  ctx: Ctx,
  { name, portraitId, comesUnasked = false }: { name: string; portraitId: string | null; comesUnasked?: boolean },
  owner: PhoneOwner,
): Promise<SamePhone['doubt']> {
  if (portraitId === null) return null
  if (owner.portraitId === null) return comesUnasked || searchForm(name) !== searchForm(owner.name) ? 'unproven' : null
  return (await areOfDifferentFaces(ctx, portraitId, owner.portraitId)) ? 'other-face' : null
}

/** The first doubt about one of several portraits of one sender, and all of them that are in doubt. */
export async function findDoubtOfAny(
  ctx: Ctx,
  { portraitIds, ...claimed }: { name: string; portraitIds: readonly string[]; comesUnasked?: boolean },
  owner: PhoneOwner,
): Promise<{ doubt: SamePhone['doubt']; doubtful: string[] }> {
  const doubtful: string[] = []
  let first: SamePhone['doubt'] = null
  for (const portraitId of portraitIds) {
    const doubt = await findDoubt(ctx, { ...claimed, portraitId }, owner)
    if (doubt) doubtful.push(portraitId)
    first ??= doubt
  }
  return { doubt: first, doubtful }
}

/**
 * The people on the blacklist with this phone number. Doors know the blacklist by its faces alone, so only this finds a person
 * who comes back with another face. A caller who may not read the blacklist learns only that there is somebody.
 */
export async function findBlacklistedPhones(ctx: Ctx, phoneHash: Buffer | null): Promise<BlacklistedPhone[]> {
  if (phoneHash === null) return []
  const maySee = ctx.actor.kind === 'system' || may(ctx, readersOf.blacklisted)
  return (await readBlacklistedOfPhone(ctx.db, phoneHash)).map(({ id, name, portrait_id, reason }) =>
    maySee ? { person: { id, name, portraitId: portrait_id }, reason } : { person: null, reason: null },
  )
}

/** A face that cannot be compared needs a person's decision. */
export async function areOfDifferentFaces(ctx: Ctx, portraitId: string, otherId: string): Promise<boolean> {
  const one = await faceOf(ctx, portraitId)
  const other = await faceOf(ctx, otherId)
  if (!one || one.modelId !== other?.modelId) return true
  return cosineOf(one.embedding, other.embedding) < thresholdsOf(one.modelId).verify
}

/** The blob of a portrait, for routes that have checked who may see it. */
export async function findPortraitBlob(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('image')
    .select('blob_hash')
    .where('id', '=', id)
    .where('kind', '=', 'portrait')
    .executeTakeFirst()
  return row?.blob_hash
}
