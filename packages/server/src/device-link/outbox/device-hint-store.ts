import type { Db } from '../../db/open-database.ts'

const ldids = (rows: { ldid: string }[]) => rows.map((row) => row.ldid)

export const selectAllLdids = async (db: Db) => ldids(await db.selectFrom('device').select('ldid').execute())

export const selectLdids = async (db: Db, deviceIds: readonly string[]) =>
  ldids(
    await db
      .selectFrom('device')
      .select('ldid')
      .where('id', 'in', [...deviceIds])
      .execute(),
  )

export const selectLdidsOfGroups = async (db: Db, groupIds: readonly string[]) =>
  ldids(
    await db
      .selectFrom('device')
      .select('ldid')
      .where(
        'id',
        'in',
        db
          .selectFrom('device_group')
          .select('device_id')
          .where('group_id', 'in', [...groupIds]),
      )
      .execute(),
  )
