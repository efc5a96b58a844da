import type { Ctx } from '../../ctx.ts'
import { insertAllDueFaces, insertDueFaces } from './face-pair-store.ts'

/** Another recogniser finds other people alike. Pairs that somebody has decided about stay as they are. */
export const compareAllFaces = async (ctx: Pick<Ctx, 'db'>): Promise<void> => void (await insertAllDueFaces(ctx.db))

/** Their templates are others now: by the former ones hardly anybody was there to be compared with. */
export async function compareFacesOf({ db }: Pick<Ctx, 'db'>, personIds: readonly string[]): Promise<void> {
  if (personIds.length > 0) await insertDueFaces(db, personIds)
}
