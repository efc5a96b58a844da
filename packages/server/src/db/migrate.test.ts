import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts'
import { migrate, readMigrations, refuseOldPostgres } from './migrate.ts'

let database: TestDatabase
let pool: Pool
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  pool = new Pool({ connectionString: database.url })
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'))
  await writeMigration('0001_init.sql', 'create table door (id int primary key, name text)')
  await writeMigration('0002_floor.sql', 'alter table door add floor int; insert into door values (1, $$Main$$, 0)')
})

afterEach(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const writeMigration = (name: string, sql: string) => writeFile(join(folder, name), sql)
const readDoors = async () => (await pool.query<{ id: number }>('select * from door')).rows

describe('migrate', () => {
  it('the migrator applies missing migrations in order, and none a second time', async () => {
    expect(await migrate(database.url, folder)).toEqual(['0001_init.sql', '0002_floor.sql'])
    expect(await migrate(database.url, folder)).toEqual([])
    await writeMigration('0003_gate.sql', 'create table gate (id int)')
    expect(await migrate(database.url, folder)).toEqual(['0003_gate.sql'])
    expect(await readDoors()).toEqual([{ id: 1, name: 'Main', floor: 0 }])
  })

  it('the migrator applies each migration once when twenty servers start together', async () => {
    const applied = await Promise.all(Array.from({ length: 20 }, () => migrate(database.url, folder)))
    expect(applied.flat().toSorted()).toEqual(['0001_init.sql', '0002_floor.sql'])
    expect(await readDoors()).toHaveLength(1)
  })

  it('the migrator undoes a migration that fails half way, keeps those before it, and continues once it is fixed', async () => {
    await writeMigration('0003_gate.sql', 'create table gate (id int); select 1 / 0')
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      problem: 'failed',
      message: 'Migration 0003_gate.sql failed and was undone: division by zero',
    })
    expect((await pool.query(`select to_regclass('gate') as gate`)).rows).toEqual([{ gate: null }])
    expect(await readDoors()).toHaveLength(1)
    await writeMigration('0003_gate.sql', 'create table gate (id int)')
    expect(await migrate(database.url, folder)).toEqual(['0003_gate.sql'])
  })

  it('the migrator refuses a migration that was edited after it was applied, but not one with other line ends', async () => {
    await writeMigration('0003_gate.sql', 'create table gate (\n  id int\n)')
    await migrate(database.url, folder)
    await writeMigration('0003_gate.sql', 'create table gate (\r\n  id int\r\n)')
    expect(await migrate(database.url, folder)).toEqual([])
    await writeMigration('0003_gate.sql', 'create table gate (\n  id bigint\n)')
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      problem: 'changed',
      message: expect.stringContaining('0003_gate.sql'),
    })
  })

  it('the migrator refuses a database that a newer release has used', async () => {
    await writeMigration('0003_gate.sql', 'create table gate (id int)')
    await migrate(database.url, folder)
    await rm(join(folder, '0003_gate.sql'))
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      problem: 'newer',
      message: expect.stringMatching(/newer Gatehouse.*0003_gate\.sql.*ends with 0002_floor\.sql/),
    })
  })

  it('the migrator refuses a PostgreSQL older than 18 before anything is done, and names its version', () => {
    expect(() => refuseOldPostgres('15.18 (Debian 15.18-0+deb12u1)')).toThrow(
      /is PostgreSQL 15\.18.* needs 18 or newer/,
    )
    for (const version of ['18.4', '19beta1']) expect(() => refuseOldPostgres(version)).not.toThrow()
  })

  it('the migrator refuses two migrations of one number, and one without', async () => {
    await writeMigration('0002_gate.sql', 'select 1')
    await expect(readMigrations(folder)).rejects.toMatchObject({ problem: 'misnumbered' })
    await rm(join(folder, '0002_gate.sql'))
    await writeMigration('gate.sql', 'select 1')
    await expect(readMigrations(folder)).rejects.toMatchObject({ problem: 'misnumbered' })
  })

  it('the migrator applies a number that was set aside and is used later', async () => {
    await writeMigration('0004_gate.sql', 'create table gate (id int)')
    expect(await migrate(database.url, folder)).toEqual(['0001_init.sql', '0002_floor.sql', '0004_gate.sql'])
    await writeMigration('0003_lift.sql', 'create table lift (id int)')
    expect(await migrate(database.url, folder)).toEqual(['0003_lift.sql'])
    expect(await migrate(database.url, folder)).toEqual([])
  })

  it("the migrator applies this release's own migrations to an empty database, and a second time nothing", async () => {
    expect((await migrate(database.url)).length).toBeGreaterThan(0)
    expect(await migrate(database.url)).toEqual([])
  })
})
