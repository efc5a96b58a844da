import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** The models that terminals compare with. */
export async function readModelsOfDevices(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('device')
    .select('face_model_id')
    .distinct()
    .where('face_model_id', 'is not', null)
    .execute()
  return rows.flatMap(({ face_model_id: modelId }) => modelId ?? [])
}

/** Devices that compare with a recogniser, or whose threshold was set on its scale; locked until the transaction ends. */
export const lockDevicesNaming = (db: Db, modelId: string) =>
  db
    .selectFrom('device')
    .select(['id', 'name', 'settings', 'face_model_id'])
    .where((where) => where.or([where('face_model_id', '=', modelId), where('threshold_model_id', '=', modelId)]))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Terminals that compare faces, with the recogniser that each reports and the one that was named to it. */
export const selectFollowers = (db: Db) =>
  db
    .selectFrom('device as d')
    .leftJoin('device_recogniser as r', 'r.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.face_model_id', 'd.abilities', 'd.is_online'])
    .select(['r.device_id as told', 'r.model_id', 'r.state', 'r.reason', 'r.changed_at'])
    .where('d.face_model_id', 'is not', null)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
export type Follower = Awaited<ReturnType<typeof selectFollowers>>[number]

/** The recogniser that was named to a terminal; undefined: it stays as it is. */
export const findDeviceRecogniser = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_recogniser as d')
    .leftJoin('recogniser as r', 'r.model_id', 'd.model_id')
    .select(['d.model_id', 'd.state', 'r.spec', 'r.byte_size'])
    .where('d.device_id', '=', deviceId)
    .executeTakeFirst()

export const upsertDeviceRecogniser = (db: Db, row: Insertable<Database['device_recogniser']>) =>
  db
    .insertInto('device_recogniser')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({
        model_id: row.model_id ?? null,
        state: row.state,
        reason: row.reason ?? null,
        changed_at: row.changed_at,
      }),
    )
    .execute()
