import type { Db } from '../../db/open-database.ts'

/** The registration or the visit with which photographs were sent. */
export type Submission = { registration_id: string } | { visit_id: string }

const keyOf = (submission: Submission) =>
  'registration_id' in submission
    ? (['registration_id', submission.registration_id] as const)
    : (['visit_id', submission.visit_id] as const)

/** The photographs after the first, in the order in which they were sent. */
export const insertSentPortraits = (db: Db, submission: Submission, imageIds: readonly string[]) =>
  imageIds.length === 0
    ? undefined
    : db
        .insertInto('sent_portrait')
        .values(imageIds.map((image_id, place) => ({ image_id, place, ...submission })))
        .execute()

export async function selectSentPortraits(db: Db, submission: Submission): Promise<string[]> {
  const [column, id] = keyOf(submission)
  const rows = await db.selectFrom('sent_portrait').select('image_id').where(column, '=', id).orderBy('place').execute()
  return rows.map((row) => row.image_id)
}

/** Takes the photographs from their submission; the pictures are still there. Gives them in their order. */
export async function deleteSentPortraits(db: Db, submission: Submission): Promise<string[]> {
  const [column, id] = keyOf(submission)
  const rows = await db.deleteFrom('sent_portrait').where(column, '=', id).returning(['image_id', 'place']).execute()
  return rows.toSorted((a, b) => a.place - b.place).map((row) => row.image_id)
}

/** Those of these submissions, whose rows are about to be deleted. */
export async function selectSentPortraitsOf(
  db: Db,
  column: 'registration_id' | 'visit_id',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sent_portrait')
    .select('image_id')
    .where(column, 'in', [...ids])
    .execute()
  return rows.map((row) => row.image_id)
}
