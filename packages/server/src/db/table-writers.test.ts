import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** The number of statements in plain SQL; Kysely builds the rest, and knows the types. It may only become smaller. */
const maxRawStatements = 379

const source = join(import.meta.dirname, '..')
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]))
const tables = new Set([...(texts.get('db/tables.ts') ?? '').matchAll(/^ {2}(\w+): /gm)].map(([, table = '']) => table))

const built = /(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'/g
const written = /\b(?:insert into|update|delete from|merge into)\s+([a-z_]+)\b/g
const statement = /\bsql(?:<[^`]*>)?`\s*(?:\$\{prepared\}\s*)?(?:with|select|insert|update|delete|merge|lock)\b/g

/** The folders that write each table. */
function readWriters(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const [file, text] of texts)
    for (const [, table = ''] of [...text.matchAll(built), ...text.matchAll(written)])
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(dirname(file)))
  return writers
}

/** Its stores define what may be done with it; others call them. */
it('each table is written by one folder', () => {
  expect(tables.size).toBeGreaterThan(80)
  const writers = readWriters(texts)
  expect(writers.size).toBeGreaterThan(80)
  const found = [...writers].filter(([, folders]) => folders.size > 1).map(([table]) => table)
  expect(found).toEqual([])
})

it('statements in both forms, built and plain, are found', () => {
  const writers = readWriters(
    new Map([
      ['a/one-store.ts', "db.insertInto('device')"],
      ['b/two-store.ts', 'sql`update device set name = 1`'],
      ['c/three-store.ts', 'sql`select from device where true for update`'],
    ]),
  )
  expect([...(writers.get('device') ?? [])]).toEqual(['a', 'b'])
})

it('there are no more statements in plain SQL than before', () => {
  const count = [...texts.values()].reduce((sum, text) => sum + [...text.matchAll(statement)].length, 0)
  expect(count).toBeGreaterThan(200)
  expect(count).toBeLessThanOrEqual(maxRawStatements)
})
