import { AppError } from '@gatehouse/contract/errors.ts'
import { matchThresholds } from '@gatehouse/face/core/compare-embeddings.ts'
import type { FaceGallery } from '../../face/face-gallery.ts'
import { openEmbedding } from '../../face/open-embedding.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { findTemplate } from './portrait-store.ts'

/**
 * Somebody else who has this portrait's face already, or undefined.
 * @throws AppError portrait.not-found
 */
export async function findDuplicate(ctx: Ctx, gallery: FaceGallery, portraitId: string, ownId?: string) {
  const template = await findTemplate(ctx.db, portraitId)
  if (!template) throw new AppError('portrait.not-found')
  const embedding = openEmbedding(ctx.keys, portraitId, template.embedding_sealed)
  const nearest = gallery.search(embedding, template.model_id, 2).find(({ personId }) => personId !== ownId)
  if (!nearest || nearest.cosine < matchThresholds.duplicate) return undefined
  const person = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'portrait_id'])
    .where('id', '=', nearest.personId)
    .executeTakeFirst()
  if (!person) return undefined
  return { cosine: nearest.cosine, person: { id: person.id, name: person.name, portraitId: person.portrait_id } }
}
