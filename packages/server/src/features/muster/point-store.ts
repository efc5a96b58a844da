import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'muster_point__name')) throw new AppError('muster-point.name-taken')
  throw error
}

/** The site, which cannot be deleted until the transaction ends; undefined: it does not exist. */
export const lockSiteShared = (db: Db, id: string) =>
  db.selectFrom('site').select(['id', 'name']).where('id', '=', id).forKeyShare().executeTakeFirst()

/** The point, locked until the transaction ends. */
export const lockPoint = (db: Db, id: string) =>
  db.selectFrom('muster_point').select(['id', 'site_id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertPoint = (db: Db, siteId: string, name: string) =>
  db
    .insertInto('muster_point')
    .values({ site_id: siteId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)

export const renamePoint = (db: Db, id: string, name: string) =>
  db.updateTable('muster_point').set({ name }).where('id', '=', id).execute().catch(refuseTakenName)

export const deletePointRow = (db: Db, id: string) => db.deleteFrom('muster_point').where('id', '=', id).execute()

/** The areas of a point; those of another point come to this one. @throws AppError area.not-found */
export async function setAreas(db: Db, pointId: string, areaIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('muster_point_area')
    .where('point_id', '=', pointId)
    .$if(areaIds.length > 0, (rows) => rows.where('area_id', 'not in', areaIds))
    .execute()
  if (areaIds.length === 0) return
  await db
    .insertInto('muster_point_area')
    .values(areaIds.toSorted().map((area_id) => ({ area_id, point_id: pointId })))
    .onConflict((conflict) => conflict.column('area_id').doUpdateSet({ point_id: pointId }))
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'muster_point_area__area')) throw new AppError('area.not-found')
      throw error
    })
}

/** The devices of a point; those of another point come to this one. @throws AppError device.not-found */
export async function setDevices(db: Db, pointId: string, deviceIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('muster_point_device')
    .where('point_id', '=', pointId)
    .$if(deviceIds.length > 0, (rows) => rows.where('device_id', 'not in', deviceIds))
    .execute()
  if (deviceIds.length === 0) return
  await db
    .insertInto('muster_point_device')
    .values(deviceIds.toSorted().map((device_id) => ({ device_id, point_id: pointId })))
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ point_id: pointId }))
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'muster_point_device__device')) throw new AppError('device.not-found')
      throw error
    })
}
