import type { ImageKind } from '@gatehouse/contract/features/images.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'

export const findImage = (db: Db, kind: ImageKind, id: string) =>
  db
    .selectFrom('image')
    .select(['blob_hash', 'content_type'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()

export async function isOfStaff(db: Db, imageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('kind', '=', personKindCodes.staff)
    .where((where) =>
      where.or([
        where('portrait_id', '=', imageId),
        where('display_portrait_id', '=', imageId),
        where('id', 'in', where.selectFrom('person_portrait').select('person_id').where('image_id', '=', imageId)),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** A capture's random id is its record's. */
export const findCapture = (db: Db, id: string) =>
  db.selectFrom('recognition_record').select(['capture_hash', 'kind']).where('id', '=', id).executeTakeFirst()
