import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

/** The registration or the visit with which photographs were sent. */
export type Submission = { registration_id: string } | { visit_id: string }

const keyOf = (submission: Submission) =>
  'registration_id' in submission
    ? (['registration_id', submission.registration_id] as const)
    : (['visit_id', submission.visit_id] as const)

/**
 * The photographs after the first, in the order in which they were sent.
 * @throws AppError portrait.not-found when one is gone, or was sent by somebody else
 */
export const insertSentPortraits = (db: Db, submission: Submission, imageIds: readonly string[]) =>
  imageIds.length === 0
    ? undefined
    : db
        .insertInto('sent_portrait')
        .values(imageIds.map((image_id, place) => ({ image_id, place, ...submission })))
        .execute()
        .catch((error: unknown) => {
          if (violates(error, 'sent_portrait_pkey') || violates(error, 'sent_portrait__image'))
            throw new AppError('portrait.not-found')
          throw error
        })

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

/** All photographs that wait because a link asked these people for them. */
export async function selectSentByLink(db: Db, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('registration as r')
    .leftJoin('sent_portrait as s', 's.registration_id', 'r.id')
    .select(['r.portrait_id', 's.image_id'])
    .where('r.person_id', 'in', [...personIds])
    .where('r.was_asked', '=', true)
    .where('r.state', '=', 'pending')
    .execute()
  return [...new Set(rows.flatMap((row) => [row.portrait_id ?? [], row.image_id ?? []].flat()))]
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
