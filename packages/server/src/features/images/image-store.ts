import type { ImageKind } from '@gatehouse/contract/features/images.ts'
import type { Db } from '../../db/open-database.ts'

export const findImage = (db: Db, kind: ImageKind, id: string) =>
  db
    .selectFrom('image')
    .select(['blob_hash', 'content_type'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** A capture's random id is its record's. */
export const findCapture = (db: Db, id: string) =>
  db.selectFrom('recognition_record').select(['capture_hash', 'kind']).where('id', '=', id).executeTakeFirst()
