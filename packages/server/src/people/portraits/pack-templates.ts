import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../ctx.ts'
import { openEmbeddingOrSkip, sealEmbedding } from '../../face/open-embedding.ts'
import { replaceSealed, selectWideTemplates } from './portrait-store.ts'

const chunk = 200
/** A run ends before the next is due. */
const maxRunMs = 40_000

/**
 * Packs the face templates that an earlier release stored as float32, and rests as long as each part took. One that does not open stays as
 * it is. Gives how many were packed.
 */
export async function packTemplates(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  stopping?: AbortSignal,
): Promise<number> {
  const start = performance.now()
  let packed = 0
  for (let after: string | undefined; performance.now() - start < maxRunMs;) {
    stopping?.throwIfAborted()
    const began = performance.now()
    const some = await selectWideTemplates(db, after, chunk)
    for (const { image_id, embedding_sealed } of some) {
      const embedding = openEmbeddingOrSkip(keys, image_id, embedding_sealed)
      if (!embedding) continue
      await replaceSealed(db, image_id, embedding_sealed, sealEmbedding(keys, image_id, embedding))
      packed++
    }
    after = some.at(-1)?.image_id
    if (after === undefined) break
    await pause(performance.now() - began, undefined, { signal: stopping })
  }
  return packed
}
