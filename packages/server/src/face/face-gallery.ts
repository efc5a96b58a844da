import { createGallery } from '@gatehouse/face/core/gallery.ts'
import type { Candidate } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Services } from '../lib/ctx.ts'
import { openEmbeddingOrSkip } from './open-embedding.ts'

/**
 * Everybody's face in memory, for asking whether a face is registered already. Rebuilt from the database at start and
 * after a broken connection; kept up by the hint that names a changed person.
 */
export type FaceGallery = {
  /** Best first; only templates of this model are compared. */
  search(embedding: Float32Array, modelId: string, limit: number): Candidate<string>[]
  refreshPerson(personId: string): Promise<void>
  rebuild(): Promise<void>
}

const chunk = 2_000

export async function openFaceGallery({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<FaceGallery> {
  const galleries = new Map<string, ReturnType<typeof createGallery<string>>>()

  const selectTemplates = () =>
    db
      .selectFrom('person')
      .innerJoin('face_template', 'face_template.image_id', 'person.portrait_id')
      .select(['person.id', 'face_template.image_id', 'face_template.model_id', 'face_template.embedding_sealed'])

  type Row = Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number]
  const put = (row: Row) => {
    const gallery = galleries.get(row.model_id) ?? createGallery<string>()
    galleries.set(row.model_id, gallery)
    const embedding = openEmbeddingOrSkip(keys, row.image_id, row.embedding_sealed)
    if (embedding) gallery.replace(row.id, [embedding])
  }
  const forget = (personId: string) => {
    for (const gallery of galleries.values()) gallery.remove(personId)
  }

  const opened: FaceGallery = {
    search: (embedding, modelId, limit) => galleries.get(modelId)?.search(embedding, limit) ?? [],
    async refreshPerson(personId) {
      const row = await selectTemplates().where('person.id', '=', personId).executeTakeFirst()
      forget(personId)
      if (row) put(row)
    },
    async rebuild() {
      galleries.clear()
      for (let after = ''; ;) {
        const query = selectTemplates().orderBy('person.id').limit(chunk)
        const rows = await (after ? query.where('person.id', '>', after) : query).execute()
        rows.forEach(put)
        const last = rows.at(-1)
        if (!last || rows.length < chunk) return
        after = last.id
      }
    },
  }
  await opened.rebuild()
  return opened
}
