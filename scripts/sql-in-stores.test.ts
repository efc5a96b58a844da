import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/** What asks the database needs no import where somebody gave it one, so the import arrows alone do not see it. */
const asks = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/

const elsewhere: readonly (readonly [file: string, why: string])[] = [
  ['ctx.ts', 'the one NOTIFY of every hint'],
  ['lib/queue-job.ts', 'the one call of the job queue'],
]

it('statements stand in stores and reads', () => {
  const folder = join(root, 'packages/server/src')
  const files = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !/\.test\.ts$|-(store|reads|fragments)\.ts$|^db\//.test(file),
  )
  expect(files.length).toBeGreaterThan(250)
  const found = files.filter((file) => asks.test(readFileSync(join(folder, file), 'utf8')))
  expect(found.toSorted()).toEqual(elsewhere.map(([file]) => file))
})
