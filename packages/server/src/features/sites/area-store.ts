import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

export type AreaRow = { id: string; site_id: string; parent_id: string | null; name: string }

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'area__name')) throw new AppError('area.name-taken')
  throw error
}

export const findArea = (db: Db, id: string): Promise<AreaRow | undefined> =>
  db.selectFrom('area').select(['id', 'site_id', 'parent_id', 'name']).where('id', '=', id).executeTakeFirst()

/** All areas of a site: a site has a few hundred at most, so queries about the tree walk it in memory. */
export const selectAreas = (db: Db, siteId: string): Promise<AreaRow[]> =>
  db
    .selectFrom('area')
    .select(['id', 'site_id', 'parent_id', 'name'])
    .where('site_id', '=', siteId)
    .orderBy('name')
    .orderBy('id')
    .execute()

export const insertArea = (db: Db, { site_id, parent_id, name }: Omit<AreaRow, 'id'>, now: string) =>
  db
    .insertInto('area')
    .values({ site_id, parent_id, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)

export const updateAreaRow = (
  db: Db,
  id: string,
  { name, parent_id }: Pick<AreaRow, 'name' | 'parent_id'>,
  now: string,
) =>
  db.updateTable('area').set({ name, parent_id, updated_at: now }).where('id', '=', id).execute().catch(refuseTakenName)

/** Somebody may have come in, or a door may lead there, since both were counted. */
export const deleteAreaRow = (db: Db, id: string) =>
  db
    .deleteFrom('area')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'person_location__area')) throw new AppError('area.has-people', { count: 1 })
      throw error
    })
