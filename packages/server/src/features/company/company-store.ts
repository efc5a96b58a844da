import type { CompanyPicture } from '@gatehouse/contract/features/company.ts'
import { type Insertable, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const updateCompanyRow = (db: Db, change: Updateable<Database['company']>) =>
  db.updateTable('company').set(change).execute()

const columnOf = { logo: 'logo_id', background: 'background_id' } as const satisfies Record<CompanyPicture, string>

/** Puts the picture in the place of the one before, if any, and gives that one's bytes back to be let go. */
export async function replacePicture(
  db: Db,
  picture: CompanyPicture,
  image: Omit<Insertable<Database['image']>, 'kind'> | null,
): Promise<Buffer[]> {
  const column = columnOf[picture]
  const { [column]: oldId } = await db
    .selectFrom('company')
    .select(['logo_id', 'background_id'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const kind = picture === 'logo' ? 'company' : 'background'
  const fresh =
    image &&
    (await db
      .insertInto('image')
      .values({ ...image, kind })
      .returning('id')
      .executeTakeFirstOrThrow())
  await updateCompanyRow(db, { [column]: fresh?.id ?? null })
  if (oldId === null) return []
  const gone = await db.deleteFrom('image').where('id', '=', oldId).returning('blob_hash').execute()
  return gone.map(({ blob_hash }) => blob_hash)
}
