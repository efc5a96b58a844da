import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openDatabase, openPool } from './open-database.ts'
import { prepared } from './prepared.ts'

it('a marked statement is prepared once for each text, others are not', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(openPool(database.url, 1))
  const twice = async (number: number) =>
    (await sql<{ twice: number }>`${prepared} select 2 * ${number}::int as twice`.execute(db)).rows[0]?.twice
  expect([await twice(1), await twice(2)]).toEqual([2, 4])
  await db.selectFrom('company').modifyFront(prepared).select('name').execute()
  await sql`select ${1}::int`.execute(db)
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  await db.destroy()
  await database.drop()
  expect(rows.map(({ statement }) => statement).toSorted()).toEqual([
    '/* prepared */ select 2 * $1::int as twice',
    'select /* prepared */ "name" from "company"',
  ])
})

it('a list in a marked statement is an array whose length the planner does not see', async () => {
  const folder = join(import.meta.dirname, '..')
  const statements: string[] = []
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const [, ...marked] = (await readFile(join(folder, file), 'utf8')).split('${prepared}')
    statements.push(...marked.map((text) => text.slice(0, text.search(/\.execute\(/))))
  }
  expect(statements.length).toBeGreaterThan(8)
  expect(statements.filter((text) => /\}::\w+\[\]/.test(text))).toEqual([])
})
