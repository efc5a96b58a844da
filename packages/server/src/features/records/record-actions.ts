import type { Ctx } from '../../ctx.ts'
import { clearOldestCaptures, deleteEmptyCounts, deleteRecordsBetween } from './record-store.ts'

/** Deletes the pictures of the oldest records, whose space is needed; undefined when none has one. */
export const overwriteCaptures = ({ db }: Pick<Ctx, 'db'>, what: Parameters<typeof clearOldestCaptures>[1]) =>
  clearOldestCaptures(db, what)

/** Deletes up to `limit` records of a period whose space is needed, oldest first; gives how many. */
export async function overwriteRecords({ db }: Pick<Ctx, 'db'>, from: string, before: string, limit: number) {
  const deleted = await deleteRecordsBetween(db, from, before, limit)
  if (deleted < limit) await deleteEmptyCounts(db)
  return deleted
}
