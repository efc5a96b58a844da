import { sql } from 'kysely'
import { discardBlobs, discardRows } from '../../blobs/garbage-store.ts'
import type { Db } from '../../db/open-database.ts'

export const selectAlarmsOf = (db: Db, personId: string) =>
  db.selectFrom('alarm').selectAll().where('person_id', '=', personId).execute()

/** The alarms stay without a person; their pictures are discarded. */
export const anonymiseAlarmsOf = (db: Db, personId: string) =>
  sql`
    with held as (select id, image_hash from alarm where person_id = ${personId}), changed as (
      update alarm a set person_id = null, person_name = null, image_hash = null, description = null
      from held where a.id = held.id)
    ${discardRows(sql`select distinct image_hash from held where image_hash is not null`)}`.execute(db)

/** The alarms of these records stay without their pictures. */
export async function discardPicturesOf(db: Db, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return
  const shown = await db
    .selectFrom('alarm')
    .select('image_hash')
    .where('record_id', 'in', recordIds)
    .where('image_hash', 'is not', null)
    .execute()
  await db.updateTable('alarm').set({ image_hash: null }).where('record_id', 'in', recordIds).execute()
  await discardBlobs(
    db,
    shown.flatMap(({ image_hash }) => image_hash ?? []),
  )
}
