import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  addPersonPortrait as addRoute,
  PersonPortrait,
  removePersonPortraits as removeRoute,
} from '@gatehouse/contract/features/people/person-portraits.ts'
import { portraitCheck } from '@gatehouse/contract/features/portraits.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { cosineToPerson, scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Ctx } from '../../ctx.ts'
import { openEmbeddingOrSkip } from '../../face/open-embedding.ts'
import { keepConsent, takeConsent } from '../consent/consent-actions.ts'
import { requireVisible } from '../visible-person.ts'
import {
  exchangeMainPortrait,
  givePersonPortrait,
  lockPortraitOwner,
  notifyPortraitsChanged,
  templatesOf,
} from './person-portrait-actions.ts'
import { deletePersonPortraits, type PersonPortraitRow, selectPersonPortraits } from './person-portrait-store.ts'
import { dropPortraits, requireUnusedPortrait } from './portrait-actions.ts'

/** The portraits of a person, the main one first. @throws AppError person.not-found */
export async function listPortraits(ctx: Ctx, personId: string): Promise<PersonPortrait[]> {
  await requireVisible(ctx, personId)
  const rows = await selectPersonPortraits(ctx.db, personId)
  return rows.map((row) => ({
    id: row.image_id,
    isMain: row.is_main,
    source: row.source,
    checks: portraitCheck.array().parse(row.checks),
    score: scoreAmong(ctx, row, rows),
    recordId: row.record_id,
    addedBy: row.added_by,
    addedAt: row.added_at ?? row.created_at,
  }))
}

function scoreAmong(ctx: Ctx, row: PersonPortraitRow, rows: readonly PersonPortraitRow[]): number | null {
  const others = templatesOf(
    ctx,
    rows.filter((other) => other !== row),
    row.model_id,
  )
  const face = openEmbeddingOrSkip(ctx.keys, row.image_id, row.embedding_sealed)
  return others.length === 0 || !face ? null : scoreOfCosine(cosineToPerson(others, face))
}

/** @throws AppError as `givePersonPortrait`, and person.not-found, consent.* */
export async function addPortrait(
  ctx: Ctx,
  personId: string,
  { portraitId, force, forceUnlike, consent }: Body<typeof addRoute>,
): Promise<PersonPortrait[]> {
  const person = await lockPortraitOwner(ctx, personId)
  await requireUnusedPortrait(ctx, portraitId, 'portrait', undefined)
  await givePersonPortrait(ctx, person, { portraitId, force, forceUnlike, recordId: null })
  if (person.of !== 'blacklisted') await keepConsent(ctx, personId, await takeConsent(ctx, person.of, consent))
  return listPortraits(ctx, personId)
}

/** @throws AppError person.not-found, portrait.not-found when it is none of the person's portraits */
export async function choosePortrait(ctx: Ctx, personId: string, portraitId: string): Promise<PersonPortrait[]> {
  const person = await lockPortraitOwner(ctx, personId)
  const chosen = (await selectPersonPortraits(ctx.db, personId)).find((row) => row.image_id === portraitId)
  if (!chosen) throw new AppError('portrait.not-found')
  if (!chosen.is_main) {
    await exchangeMainPortrait(ctx, person, portraitId, chosen.added_by ?? undefined)
    await notifyPortraitsChanged(ctx, person)
  }
  return listPortraits(ctx, personId)
}

/** @throws AppError person.not-found, portrait.not-found when one is not there, or the main one */
export async function removePortraits(
  ctx: Ctx,
  personId: string,
  { portraitIds, learned }: Body<typeof removeRoute>,
): Promise<PersonPortrait[]> {
  const person = await lockPortraitOwner(ctx, personId)
  const further = (await selectPersonPortraits(ctx.db, personId)).filter((row) => !row.is_main)
  if (portraitIds.some((id) => !further.some((row) => row.image_id === id))) throw new AppError('portrait.not-found')
  const gone = further.filter((row) => portraitIds.includes(row.image_id) || (learned && row.source === 'learned'))
  const ids = await deletePersonPortraits(
    ctx.db,
    gone.map((row) => row.image_id),
  )
  ctx.audit.facts = { pictures: ids.length }
  await dropPortraits(ctx, ids)
  if (ids.length > 0) await notifyPortraitsChanged(ctx, person)
  return listPortraits(ctx, personId)
}
