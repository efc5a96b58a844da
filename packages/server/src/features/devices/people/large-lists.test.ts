import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertTemplates } from '@gatehouse/testkit/bulk-sql/insert-templates.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pairTestDevice } from '../../../../test/device-caller.ts'
import { executeAlone } from '../../../../test/execute-alone.ts'
import { startTestGatehouse } from '../../../../test/gatehouse.ts'
import { openPool } from '../../../db/open-database.ts'
import { selectBelonging } from './people-pull-store.ts'

const people = 2_000
const page = 50

it('[DEV-07] a page of the people of a device is read by their ids, also right after an import, before the database has counted anything', async () => {
  const house = await startTestGatehouse()
  const pool = openPool(house.databaseUrl, 1)
  try {
    await executeAlone(house.db, sql`alter table person set (autovacuum_enabled = false)`)
    const database = { pool, dataFolder: house.dataFolder, databaseUrl: house.databaseUrl }
    await bulkInsertPeople(database, people)
    await bulkInsertTemplates(database, faceModelId)
    const device = await pairTestDevice(house, await house.asRole('superAdmin'), 'Gate')
    const ids = (await house.db.selectFrom('person').select('id').orderBy('id').limit(page).execute()).map(
      ({ id }) => id,
    )
    const read = await house.db.transaction().execute(async (db) => {
      const rows = await selectBelonging(db, device.id, ids, faceModelId)
      expect(rows.map(({ faces_sealed }) => faces_sealed?.length)).toEqual(ids.map(() => 1))
      const { rows: counted } = await sql<{ read: number }>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'person'`.execute(
        db,
      )
      return Number(counted[0]?.read)
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(10 * page)
  } finally {
    await pool.end()
    await house.close()
  }
})
