import type { Ctx } from '../../ctx.ts'
import { insertAllDueFaces } from './face-pair-store.ts'

/** Another recogniser finds other people alike. Pairs that somebody has decided about stay as they are. */
export const compareAllFaces = async (ctx: Pick<Ctx, 'db'>): Promise<void> => void (await insertAllDueFaces(ctx.db))
