import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { executeAlone } from '../../test/execute-alone.ts'
import { type Db, openDatabase, openPool } from './open-database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(openPool(database.url, 2))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

it('an upgrade leaves doors as strict or stricter: those as installed follow the policy, a set threshold stays by hand, and scores become cosines', async () => {
  // As before that migration, which makes these two.
  await executeAlone(db, sql`drop table device_face_policy, stranger_score`)
  await executeAlone(db, sql`alter table import_row alter alike_score type integer`)
  await sql`insert into device (ldid, secret_hash, name, type, serial_number, settings) values
    ('A', '\\x00', 'as installed', 'T', '1', '{"faceThreshold": 0.49, "isRunning": true}'),
    ('B', '\\x00', 'stricter', 'T', '2', '{"faceThreshold": 0.7}'),
    ('C', '\\x00', 'laxer', 'T', '3', '{"faceThreshold": 0.3}'),
    ('D', '\\x00', 'never set', 'T', '4', '{"isRunning": true}')`.execute(db)
  await sql`insert into settings_template (name, values, created_by) values
    ('as installed', '{"faceThreshold": 0.49}', 'admin'), ('set', '{"faceThreshold": 0.6}', 'admin'), ('without', '{}', 'admin')`.execute(
    db,
  )
  await sql`with run as (insert into import_run (kind, state, name, creator) values ('portraits', 'done', 'a', 'admin') returning id)
    insert into import_row (run_id, number, label_sealed, alike_score)
    select run.id, score, '\\x00', score from run, unnest(array[0, 50, 74, 75, 84, 85, 91, 92, 100]) score`.execute(db)

  const migration = await readFile(join(import.meta.dirname, 'migrations', '0058_face_thresholds.sql'), 'utf8')
  await sql.raw(migration).execute(db)

  const devices = await db.selectFrom('device').select(['name', 'settings']).orderBy('ldid').execute()
  expect(devices).toEqual([
    { name: 'as installed', settings: { isRunning: true } },
    { name: 'stricter', settings: { faceThreshold: 0.7, faceThresholdBy: 'by-hand' } },
    { name: 'laxer', settings: { faceThreshold: 0.3, faceThresholdBy: 'by-hand' } },
    { name: 'never set', settings: { isRunning: true } },
  ])
  const templates = await db.selectFrom('settings_template').select(['name', 'values']).orderBy('name').execute()
  expect(templates).toEqual([
    { name: 'as installed', values: { faceThresholdBy: 'automatic' } },
    { name: 'set', values: { faceThreshold: 0.6, faceThresholdBy: 'by-hand' } },
    { name: 'without', values: {} },
  ])
  const rows = await db.selectFrom('import_row').select('alike_score').orderBy('number').execute()
  const cosines = rows.map(({ alike_score }) => alike_score ?? -1)
  // 75, 85 and 92 were the scores of the thresholds for one person, for a duplicate and for strict doors.
  expect(cosines.map((cosine) => Math.round(cosine * 1000) / 1000)).toEqual([
    0, 0.275, 0.407, 0.413, 0.473, 0.48, 0.549, 0.56, 1,
  ])
})
