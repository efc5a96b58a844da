import type { PortraitFault } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import type { Db } from '../../db/open-database.ts'

/** The next portraits after one id that others judged than `judge`, or nobody; from the first on if `after` is undefined. */
export async function selectDuePortraits(db: Db, judge: string, after: string | undefined, limit: number) {
  const due = db
    .selectFrom('face_template as t')
    .innerJoin('image as i', 'i.id', 't.image_id')
    .select(['t.image_id', 't.checks', 'i.blob_hash'])
    .where((where) =>
      // Written as ranges, each along the index.
      where.or([where('t.judged_by', 'is', null), where('t.judged_by', '<', judge), where('t.judged_by', '>', judge)]),
    )
  return (after === undefined ? due : due.where('t.image_id', '>', after)).orderBy('t.image_id').limit(limit).execute()
}

/** The next portraits after one id whose picture could not be read when they were judged, before an instant. */
export async function selectUnreadable(db: Db, before: string, after: string | undefined, limit: number) {
  const unreadable = db
    .selectFrom('portrait_fault as x')
    .innerJoin('face_template as t', 't.image_id', 'x.image_id')
    .innerJoin('image as i', 'i.id', 't.image_id')
    .select(['t.image_id', 't.checks', 'i.blob_hash'])
    .where('x.reason', '=', 'unreadable' satisfies PortraitFault)
    .where('t.judged_at', '<', before)
  return (after === undefined ? unreadable : unreadable.where('x.image_id', '>', after))
    .orderBy('x.image_id')
    .limit(limit)
    .execute()
}

type Verdict = {
  imageId: string
  judge: string
  at: string
  /** Undefined: none was measured, those of before stay. */
  checks: PortraitVerdict['checks'] | undefined
  faults: readonly PortraitFault[]
}

/** Keeps what was found of a portrait, inside the caller's transaction. The portrait may be gone by now. */
export async function keepVerdict(db: Db, { imageId, judge, at, checks, faults }: Verdict): Promise<void> {
  const template = await db
    .updateTable('face_template')
    .set({ judged_by: judge, judged_at: at, ...(checks && { checks: JSON.stringify(checks) }) })
    .where('image_id', '=', imageId)
    .returning('created_at')
    .executeTakeFirst()
  if (!template) return
  await db.deleteFrom('portrait_fault').where('image_id', '=', imageId).execute()
  if (faults.length === 0) return
  await db
    .insertInto('portrait_fault')
    .values(
      faults.map((reason, place) => ({
        image_id: imageId,
        reason,
        uploaded_at: template.created_at,
        is_first: place === 0,
      })),
    )
    .execute()
}
