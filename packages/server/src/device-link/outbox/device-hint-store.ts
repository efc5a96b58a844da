import type { Db } from '../../db/open-database.ts'

const columns = ['id', 'ldid', 'make'] as const

export const selectAllTold = (db: Db) => db.selectFrom('device').select(columns).execute()

export type ToldDevice = Awaited<ReturnType<typeof selectAllTold>>[number]

export const selectTold = (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('device')
    .select(columns)
    .where('id', 'in', [...deviceIds])
    .execute()

export const selectToldOfGroups = (db: Db, groupIds: readonly string[]) =>
  db
    .selectFrom('device')
    .select(columns)
    .where(
      'id',
      'in',
      db
        .selectFrom('device_group')
        .select('device_id')
        .where('group_id', 'in', [...groupIds]),
    )
    .execute()
