import type { CompanyPicture } from '@gatehouse/contract/features/company.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { deleteImages, insertImage, type NewImage } from '../../blobs/image-store.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** An existing row stays unchanged. */
export const insertFirstCompany = (db: Db, company: Insertable<Database['company']>) =>
  db
    .insertInto('company')
    .values(company)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const updateCompanyRow = (db: Db, change: Updateable<Database['company']>) =>
  db.updateTable('company').set(change).execute()

export const lockCompany = (db: Db) => db.selectFrom('company').select('is_only').forUpdate().executeTakeFirstOrThrow()

/** Attendance of dates before this one keeps a zone; from this date on the enterprise's zone counts, also where another was kept. */
export async function keepZoneBefore(db: Db, untilOn: string, timeZone: string): Promise<void> {
  await db.deleteFrom('company_zone_before').where('until_on', '>=', untilOn).execute()
  await db.insertInto('company_zone_before').values({ until_on: untilOn, time_zone: timeZone }).execute()
}

const columnOf = { logo: 'logo_id', background: 'background_id' } as const satisfies Record<CompanyPicture, string>

/** Replaces the earlier picture, if any, and deletes it. */
export async function replacePicture(
  db: Db,
  picture: CompanyPicture,
  image: Omit<NewImage, 'kind'> | null,
): Promise<void> {
  const column = columnOf[picture]
  const { [column]: oldId } = await db
    .selectFrom('company')
    .select(['logo_id', 'background_id'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const kind = picture === 'logo' ? 'company' : 'background'
  const fresh = image && (await insertImage(db, { ...image, kind }))
  await updateCompanyRow(db, { [column]: fresh?.id ?? null })
  if (oldId !== null) await deleteImages(db, sql`select ${oldId}::uuid`)
}
