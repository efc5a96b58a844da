import { AppError } from '@gatehouse/contract/errors.ts'
import { maxLearnedPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { cosineToPerson } from '@gatehouse/face/core/compare-embeddings.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { type Ctx, nameOfActor } from '../../ctx.ts'
import { openEmbeddingOrSkip } from '../../face/open-embedding.ts'
import { notifyPeopleChanged } from '../person-actions.ts'
import { lockPerson, updatePerson } from '../person-store.ts'
import { mayChange, requireVisible, type VisiblePerson } from '../visible-person.ts'
import { dropPortraits, rejectDuplicateFace } from './portrait-actions.ts'
import { findTemplate } from './portrait-store.ts'
import {
  deletePersonPortraits,
  insertPersonPortrait,
  type PersonPortraitRow,
  selectPersonPortraits,
} from './person-portrait-store.ts'

export const topicOfKind = { staff: 'staff', visitor: 'visitors', blacklisted: 'blacklist' } as const

/** The person, locked, whose portraits the caller may change. @throws AppError person.not-found, auth.permission-denied */
export async function lockPortraitOwner(ctx: Ctx, personId: string): Promise<VisiblePerson> {
  await lockPerson(ctx.db, personId)
  const person = await requireVisible(ctx, personId)
  if (!(await mayChange(ctx, person))) throw new AppError('auth.permission-denied')
  ctx.audit.item = person.name
  ctx.audit.personIds = [personId]
  return person
}

/** Devices and galleries read the faces of the person again. */
export const notifyPortraitsChanged = (ctx: Ctx, { id, of }: VisiblePerson): Promise<void> =>
  notifyPeopleChanged(ctx, [id], { to: 'consoles', topic: topicOfKind[of], id })

/** The templates of these portraits that may be compared with one of this model. */
export const templatesOf = ({ keys }: Ctx, rows: readonly PersonPortraitRow[], modelId: string): Float32Array[] =>
  rows.flatMap((row) =>
    row.model_id === modelId ? (openEmbeddingOrSkip(keys, row.image_id, row.embedding_sealed) ?? []) : [],
  )

/** Whether a portrait shows the same face as the person's others. @throws AppError portrait.not-found */
async function isAlike(ctx: Ctx, rows: readonly PersonPortraitRow[], portraitId: string): Promise<boolean> {
  const template = await findTemplate(ctx.db, portraitId)
  const face = template && openEmbeddingOrSkip(ctx.keys, portraitId, template.embedding_sealed)
  if (!template || !face) throw new AppError('portrait.not-found')
  const templates = templatesOf(ctx, rows, template.model_id)
  return templates.length === 0 || cosineToPerson(templates, face) >= thresholdsOf(template.model_id).verify
}

/** Whether the person has a portrait of the same face, and room for this one beside it. @throws AppError portrait.not-found */
export async function hasRoomFor(ctx: Ctx, personId: string, portraitId: string): Promise<boolean> {
  const rows = await selectPersonPortraits(ctx.db, personId)
  const given = rows.filter((row) => row.is_main || row.source !== 'learned')
  return rows.length > 0 && given.length < maxPortraits && (await isAlike(ctx, rows, portraitId))
}

/** Makes one of the further portraits of a person, whom the caller has locked, the main one; the former main one becomes a further one. */
export async function exchangeMainPortrait(
  ctx: Ctx,
  person: Pick<VisiblePerson, 'id' | 'portrait_id'>,
  portraitId: string,
  addedBy = nameOfActor(ctx),
): Promise<void> {
  await deletePersonPortraits(ctx.db, [portraitId])
  await updatePerson(ctx.db, person.id, { portrait_id: portraitId })
  if (person.portrait_id !== null)
    await insertPersonPortrait(ctx.db, {
      image_id: person.portrait_id,
      person_id: person.id,
      record_id: null,
      added_by: addedBy,
      added_at: ctx.clock.now().toString(),
    })
}

export type NewPortrait = {
  portraitId: string
  /** Kept although it is like somebody else's face. */
  force: boolean
  /** Kept although it is unlike the person's others. */
  forceUnlike?: boolean
  /** No learned one makes room. */
  keepsOthers?: boolean
  /** The passage from which it was learned. */
  recordId: string | null
  /** Left out: the actor. */
  addedBy?: string
}

/**
 * Adds a portrait of a person. The caller has locked the person, whose first portrait is the main one. The oldest
 * learned one makes room if there are enough.
 * @throws AppError portrait.limit-reached, portrait.not-alike, portrait.duplicate-face, portrait.not-found
 */
export async function givePersonPortrait(ctx: Ctx, person: VisiblePerson, portrait: NewPortrait): Promise<void> {
  const { portraitId, force, forceUnlike = false, keepsOthers = false, recordId, addedBy = nameOfActor(ctx) } = portrait
  const rows = await selectPersonPortraits(ctx.db, person.id)
  if (!forceUnlike && !(await isAlike(ctx, rows, portraitId)))
    throw new AppError('portrait.not-alike', { name: person.name })
  await rejectDuplicateFace(ctx, portraitId, { ownId: person.id, force })
  const learned = rows.filter((row) => row.source === 'learned' && !row.is_main)
  const isFull = rows.length >= maxPortraits || (recordId !== null && learned.length >= maxLearnedPortraits)
  const [oldest] = keepsOthers ? [] : learned
  if (isFull && !oldest) throw new AppError('portrait.limit-reached', { name: person.name, count: rows.length })
  if (isFull && oldest) await dropPortraits(ctx, await deletePersonPortraits(ctx.db, [oldest.image_id]))
  if (person.portrait_id === null) await updatePerson(ctx.db, person.id, { portrait_id: portraitId })
  else
    await insertPersonPortrait(ctx.db, {
      image_id: portraitId,
      person_id: person.id,
      record_id: recordId,
      added_by: addedBy,
      added_at: ctx.clock.now().toString(),
    })
  await notifyPortraitsChanged(ctx, person)
}
