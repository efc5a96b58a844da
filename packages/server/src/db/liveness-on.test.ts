import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
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

it('[D7] an upgrade switches the liveness check on where nobody has decided it, and where the device has it', async () => {
  await sql`insert into settings_schema (id, content, defaults) values
    ('with', '{"settings": [{"key": "isRunning"}, {"key": "livenessCheck", "kind": "boolean"}]}', '{}'),
    ('without', '{"settings": [{"key": "isRunning"}]}', '{}')`.execute(db)
  await sql`insert into device (ldid, secret_hash, name, type, serial_number, settings_schema_id, settings) values
    ('A', '\\x00', 'undecided', 'T', '1', 'with', '{"isRunning": true}'),
    ('B', '\\x00', 'switched off', 'T', '2', 'with', '{"livenessCheck": false}'),
    ('C', '\\x00', 'of another make', 'T', '3', 'without', '{}')`.execute(db)
  const migration = await readFile(join(import.meta.dirname, 'migrations', '0059_liveness_on.sql'), 'utf8')
  await sql.raw(migration).execute(db)
  const devices = await db
    .selectFrom('device')
    .select(['name', 'settings', 'settings_revision as revision'])
    .orderBy('ldid')
    .execute()
  expect(devices).toEqual([
    { name: 'undecided', settings: { isRunning: true, livenessCheck: true }, revision: 1 },
    { name: 'switched off', settings: { livenessCheck: false }, revision: 0 },
    { name: 'of another make', settings: {}, revision: 0 },
  ])
})
