import type { Ctx } from '../../lib/ctx.ts'
import { deletePortraits, insertGarbage } from './portrait-store.ts'

/** Deletes portraits with their embeddings inside the caller's transaction; their bytes go a little later. */
export async function dropPortraits(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await insertGarbage(ctx.db, await deletePortraits(ctx.db, ids))
}
