import type { Ctx } from '../../ctx.ts'
import { clearOldestCaptures, deleteEmptyCounts, deleteRecordsBetween } from './record-store.ts'

/** Takes the pictures off the oldest records, whose room is needed; undefined when none has one. */
export const overwriteCaptures = ({ db }: Pick<Ctx, 'db'>, what: Parameters<typeof clearOldestCaptures>[1]) =>
  clearOldestCaptures(db, what)

/** Lets go of up to `limit` records of a time whose room is needed, oldest first; gives how many went. */
export async function overwriteRecords({ db }: Pick<Ctx, 'db'>, from: string, before: string, limit: number) {
  const deleted = await deleteRecordsBetween(db, from, before, limit)
  if (deleted < limit) await deleteEmptyCounts(db)
  return deleted
}
