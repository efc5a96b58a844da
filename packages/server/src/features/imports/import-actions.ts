import type { Ctx } from '../../ctx.ts'
import { discardBlobs } from '../../blobs/garbage-store.ts'
import { notifyProgress } from './import-progress.ts'
import { readImportsOf } from './import-reads.ts'
import { deleteRun, selectBlobs } from './import-store.ts'

/** Deletes an import that has ended, with its file and the pictures that no person uses. */
export async function deleteImport(ctx: Ctx, id: string): Promise<void> {
  const blobs = await selectBlobs(ctx.db, id)
  await deleteRun(ctx.db, id)
  await discardBlobs(ctx.db, blobs)
  await notifyProgress(ctx, id)
}

/** Deletes the imports that have ended and that name a person: their files hold the person's numbers. */
export async function deleteImportsOf(ctx: Ctx, personId: string): Promise<void> {
  for (const { id, state } of await readImportsOf(ctx.db, personId))
    if (state === 'done' || state === 'cancelled') await deleteImport(ctx, id)
}
