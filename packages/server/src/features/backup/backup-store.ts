import { pipeline } from 'node:stream/promises'
import type { Readable, Writable } from 'node:stream'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { lockOnClient } from '../../db/advisory-locks.ts'
import { createClient } from '../../db/open-database.ts'
import { skipLostRevisions } from '../../device-link/outbox/people-change-store.ts'

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
export type BackupTable = z.output<typeof table>

/** The contents of a backup that describe the database, beside its rows. */
export const databaseContent = z.object({
  /** Numbers and names, in the order in which they were applied. */
  migrations: z.array(z.object({ number: z.int(), name: z.string() })),
  tables: z.array(table),
  /** Months of the logs. */
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type DatabaseContent = z.output<typeof databaseContent>

/** Our own tables, and the queue of jobs: mail that waits is part of what was decided. */
const schemas = `('public', 'graphile_worker')`

export const nameOf = ({ schema, name }: Pick<BackupTable, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const columnsOf = ({ columns }: BackupTable) => columns.map(quoted).join(', ')

export type Snapshot = {
  content: DatabaseContent
  /** The rows of a table, as PostgreSQL's COPY writes them. */
  read(table: BackupTable): Readable
  close(): Promise<void>
}

/**
 * Opens the whole database as of one moment, while others go on writing: one transaction that sees no later change. Until it is
 * closed no picture is deleted.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = createClient(url, '-c timezone=UTC -c statement_timeout=0')
  await client.connect()
  try {
    await lockOnClient(client, 'backup')
    await client.query('begin isolation level repeatable read read only')
    const content = await readContent(client)
    return {
      content,
      read: (table) => client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`)),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function readContent(client: Client): Promise<DatabaseContent> {
  const ask = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  return databaseContent.parse({
    migrations: await ask('select number, name from public.schema_migration order by applied_at, number'),
    tables: await ask(`
      select n.nspname as schema, c.relname as name, array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ${schemas} order by 1, 2`),
    partitions: await ask(`
      select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
      join pg_namespace n on n.oid = c.relnamespace
      where c.relispartition and c.relkind = 'r' and n.nspname = 'public' order by 1, 2`),
    sequences: await readSequences(client),
  })
}

async function readSequences(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname in ${schemas} order by 1`,
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push({ name, ...state[0] })
  }
  return sequences
}

/** The jump of the sync clock: further than the lost time can have counted. */
const lostRevisions = 1_000_000_000

export type Loading = {
  /** A stream to write the rows of a table to; they are loaded when it has finished. */
  write(table: BackupTable): Writable
  commit(): Promise<void>
  close(): Promise<void>
}

/** The tables that are in the database and not in the backup, and the other way round. */
export async function startLoading(url: string, content: DatabaseContent): Promise<Loading> {
  const client = createClient(url, '-c timezone=UTC -c statement_timeout=0')
  await client.connect()
  await client.query('begin')
  // Rows are loaded as they were: no trigger counts them again, and the order of tables does not matter. The snapshot was complete.
  await client.query('set local session_replication_role = replica')
  const known = await readContent(client)
  const missing = content.tables.filter(
    (table) => !known.tables.some((here) => JSON.stringify(here) === JSON.stringify(table)),
  )
  if (missing.length > 0) throw new Error(`tables are not as in the backup: ${missing.map(nameOf).join(', ')}`)
  await client.query(`truncate ${known.tables.map(nameOf).join(', ')}`)
  for (const { parent, name, bound } of content.partitions) {
    if (known.partitions.some((here) => here.name === name)) continue
    await client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
  }
  return {
    write: (table) => client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`)),
    async commit() {
      for (const { name, value, isCalled } of content.sequences)
        await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
      // The changes that devices pulled between the backup and its restore are unknown here: their cursors of that time must not count.
      await skipLostRevisions(client, lostRevisions)
      // Jobs that were running then have no worker now.
      await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
      await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
      await client.query('commit')
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

/** Whether a database holds none of our tables. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string | null }>(
      `select to_regclass('public.schema_migration')::text as name`,
    )
    return rows[0]?.name === null
  } finally {
    await client.end()
  }
}

/** Writes a piece of a table's rows; the next piece may continue a row. */
export const appendRows = (piece: Readable, rows: Writable) => pipeline(piece, rows, { end: false })
