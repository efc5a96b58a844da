import type { Ctx } from '../../ctx.ts'
import { deleteAllScores } from './capture-store.ts'

/** Counts by the scale of another recogniser say nothing about this one. */
export const forgetStrangerScores = async (ctx: Pick<Ctx, 'db'>): Promise<void> => void (await deleteAllScores(ctx.db))
