import type { Ctx } from '../../../ctx.ts'
import { deleteVisitsOf } from './visit-store.ts'

/** Forgets by which visits these people came, inside the caller's transaction: names and addresses stand there too. */
export const forgetVisitsOf = (ctx: Ctx, personIds: readonly string[]) => deleteVisitsOf(ctx.db, personIds)
