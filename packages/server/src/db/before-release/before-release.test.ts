import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase, withClient } from '../../../test/database.ts'
import { backupCommand, restoreCommand } from '../../features/backup/backup-commands.ts'
import { prepareJobs } from '../../jobs/job-runner.ts'
import { readConfig } from '../../lib/config.ts'
import { migrate, ownMigrations, readMigrations } from '../migrate.ts'
import { openPool } from '../open-database.ts'
import { formerMigrations } from './before-release.ts'

/** Some of the migrations, the last included, that databases from before 0.1.0 can end with. */
const ends = [43, 81]

it('the last schema before 0.1.0 equals the first of 0.1.0, to the last column, constraint, trigger and row', async () => {
  const former = await makeDatabase()
  await migrate(former, formerMigrations)
  const release = await makeDatabase()
  await migrate(release, ownMigrations, ({ number }) => number <= 7)
  const schema = await describeSchema(release)
  expect(schema.length).toBeGreaterThan(1_500)
  expect(await describeSchema(former)).toEqual(schema)
})

it('a database of an earlier release is migrated once when ten servers start together', async () => {
  const url = await makeDatabase()
  await migrate(url, formerMigrations, ({ number }) => number <= 43)
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url)))
  const former = (await readMigrations(formerMigrations)).filter(({ number }) => number > 43)
  const later = (await readMigrations(ownMigrations)).filter(({ number }) => number > 7)
  expect(applied.flat().toSorted()).toEqual([...former, ...later].map(({ name }) => name).toSorted())
  const { rows } = await withClient(url, (client) =>
    client.query('select number, name, checksum from schema_migration order by number'),
  )
  expect(rows).toEqual(
    (await readMigrations(ownMigrations)).map(({ number, name, checksum }) => ({ number, name, checksum })),
  )
  expect(await migrate(url)).toEqual([])
})

it('a former migration that was edited is refused, as is a database of a newer release', async () => {
  const url = await makeDatabase()
  await migrate(url, formerMigrations, ({ number }) => number <= 2)
  await withClient(url, (client) => client.query(`update schema_migration set checksum = 'x' where number = 2`))
  await expect(migrate(url)).rejects.toMatchObject({
    problem: 'changed',
    message: expect.stringContaining('0002_staff'),
  })
  await withClient(url, (client) =>
    client.query(`insert into schema_migration (number, name, checksum) values (99, '0099_later.sql', 'x')`),
  )
  await expect(migrate(url)).rejects.toMatchObject({ problem: 'newer' })
})

it.each(ends)(
  'a backup of a database that ends with migration %i is restored and migrated to this release',
  async (last) => {
    const url = await makeDatabase()
    await migrate(url, formerMigrations, ({ number }) => number <= last)
    const pool = openPool(url, 1)
    await prepareJobs(pool)
    await pool.end()
    await withClient(url, (client) =>
      client.query(`insert into company (name, time_zone) values ('Old company', 'UTC');
      insert into person (kind, name, job_id) values (1, 'Li Wei', 'J1')`),
    )
    const place = await mkdtemp(join(tmpdir(), 'gatehouse-before-'))
    onTestFinished(() => rm(place, { recursive: true, force: true }))
    await chmod(place, 0o755)
    const [folder, keyFile, out] = [join(place, 'data'), join(place, 'backup.key'), join(place, 'old.backup')]
    await mkdir(join(folder, 'keys'), { recursive: true })
    await writeFile(join(folder, 'keys', 'master.key'), randomBytes(32), { mode: 0o600 })
    await writeFile(keyFile, randomBytes(32))
    await backupCommand({ out, 'key-file': keyFile }, readConfig({ GATEHOUSE_DATA: folder, DATABASE_URL: url }))

    const restored = await makeDatabase()
    const into = join(place, 'restored')
    const config = readConfig({ GATEHOUSE_DATA: into, DATABASE_URL: restored })
    await restoreCommand({ from: out, into, 'key-file': keyFile, endings: undefined }, config)
    await withClient(restored, async (client) => {
      const [line] = await ask(client, `select c.name || ' ' || p.name from company c, person p where p.job_id = 'J1'`)
      expect(line).toBe('Old company Li Wei')
      expect(await ask(client, 'select name from schema_migration order by number')).toEqual(
        (await readMigrations(ownMigrations)).map(({ name }) => name),
      )
    })
  },
)

async function makeDatabase(): Promise<string> {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

async function ask(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text, rowMode: 'array' })
  return rows.map(([line]) => line)
}

/** All content of a database, a line each. Partitions are left out, since their parents have the rows. */
const describeSchema = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const tables = await ask(
      client,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'schema_migration'`,
    )
    const rows = await Promise.all(
      tables.map(async (table) =>
        (await ask(client, `select to_jsonb(t)::text from ${table} t`)).map(
          (row) => `row ${table} ${withoutChance(row)}`,
        ),
      ),
    )
    return [...(await ask(client, schemaLines)), ...rows.flat()].toSorted()
  })

/** Ids and times differ from one database to the next. */
const withoutChance = (row: string) => row.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"|"\d{4}-\d\d-\d\dT[^"]*"/g, '""')

const schemaLines = `
  with own as (select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname not like 'schema_migration%')
  select format('relation %s %s %s %s %s', relname, relkind, reloptions, pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid))
  from own where relkind in ('r', 'p', 'v', 'S')
  union all
  select format('column %s %s %s %s %s', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
      a.attcollation::regcollation), pg_get_expr(d.adbin, d.adrelid))
  from own c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
  from pg_constraint k join own c on c.oid = k.conrelid where not c.relispartition
  union all
  select pg_get_indexdef(i.indexrelid) from pg_index i join own c on c.oid = i.indrelid where not c.relispartition
  union all
  select pg_get_triggerdef(t.oid) from pg_trigger t join own c on c.oid = t.tgrelid where not t.tgisinternal and not c.relispartition
  union all
  select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select format('view %s %s', c.relname, pg_get_viewdef(c.oid)) from own c where c.relkind = 'v'
  union all
  select format('sequence %s', to_jsonb(s) - 'last_value') from pg_sequences s where schemaname = 'public'`
