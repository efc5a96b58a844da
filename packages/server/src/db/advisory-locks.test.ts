import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { advisoryItemLocks, advisoryLocks } from './advisory-locks.ts'

const packages = join(import.meta.dirname, '../../..')

/** Calls of PostgreSQL's own functions, with any arguments. */
const lockCalls = (text: string) => text.match(/pg_(?:try_)?advisory_\w*lock\w*\([^;]*?\)(?=[;,) ]|$)/gm) ?? []

describe('advisory locks', () => {
  it('advisory locks have a number each', () => {
    for (const locks of [advisoryLocks, advisoryItemLocks]) {
      const numbers = Object.values(locks)
      expect(new Set(numbers).size).toBe(numbers.length)
    }
  })

  it('advisory locks are taken by their names: no other source writes a lock', async () => {
    const files = await readdir(packages, { recursive: true })
    const sources = files.filter((file) => /^[^/]+\/(src|test)\/.*\.tsx?$/.test(file) && !file.includes('node_modules'))
    expect(sources.length).toBeGreaterThan(1000)
    const writers = []
    for (const file of sources)
      if (/pg_(try_)?advisory/.test(await readFile(join(packages, file), 'utf8'))) writers.push(file)
    expect(writers).toEqual(['server/src/db/advisory-locks.ts'])
  })

  it('the advisory locks of the database’s own functions have those numbers, too', async () => {
    const database = await createTestDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      const { rows } = await client.query<{ prosrc: string }>(
        `select prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`,
      )
      const calls = rows.flatMap(({ prosrc }) => lockCalls(prosrc))
      const names = calls.map((call) => /hashtext\('(\w+)'\)/.exec(call)?.[1] ?? call)
      expect(names.toSorted()).toEqual(['operation_log_link', 'summed_day'])
      const { rows: numbers } = await client.query(
        `select hashtext('operation_log_link') as "operationLogLink", hashtext('summed_day') as "summedDay"`,
      )
      expect(numbers).toEqual([
        { operationLogLink: advisoryLocks.operationLogLink, summedDay: advisoryItemLocks.summedDay },
      ])
    } finally {
      await client.end()
      await database.drop()
    }
  })
})
