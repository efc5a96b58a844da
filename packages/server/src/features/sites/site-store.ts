import type { SiteInput } from '@gatehouse/contract/features/sites.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

const columnsOf = (input: SiteInput) => ({ name: input.name, address: input.address, time_zone: input.timeZone })

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'site__name')) throw new AppError('site.name-taken')
  throw error
}

/**
 * The site, locked until the transaction ends: a caller that changes its areas or doors waits for one that deletes it.
 */
export const lockSite = (db: Db, id: string) =>
  db
    .selectFrom('site')
    .select(['id', 'name', 'version', 'time_zone'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Every site, locked: of two who delete the last two at once, the second finds one. */
export const lockAllSites = (db: Db) => db.selectFrom('site').select('id').orderBy('id').forUpdate().execute()

export const insertSite = (db: Db, input: SiteInput, now: string) =>
  db
    .insertInto('site')
    .values({ ...columnsOf(input), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)

export const updateSiteRow = (db: Db, id: string, input: SiteInput, now: string) =>
  db
    .updateTable('site')
    .set({ ...columnsOf(input), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)

/** Deletes a site with its areas. */
export const deleteSiteRow = (db: Db, id: string) =>
  db
    .deleteFrom('site')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'person_location__area')) throw new AppError('area.has-people', { count: 1 })
      if (violates(error, 'door__site')) throw new AppError('site.has-doors', { count: 1 })
      throw error
    })
