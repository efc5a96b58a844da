import type { Ctx } from '../../../ctx.ts'
import { deleteVisitRowsOf } from './visit-store.ts'

/** Deletes the visits of these people, inside the caller's transaction: names and addresses stand there too. */
export const deleteVisitsOf = (ctx: Ctx, personIds: readonly string[]) => deleteVisitRowsOf(ctx.db, personIds)
