import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/** Code that was given a database needs no import to query it, so the import arrows alone do not see it. */
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

/** A transaction by hand: `inTransaction` (ctx.ts) gives one to everything that has a `Ctx` or a part of one: requests, jobs and workers. */
const begins = /\.transaction\(\)/

const byHand: readonly (readonly [file: string, why: string])[] = [
  ['ctx.ts', '`inTransaction` itself'],
  ['db/prove-keys.ts', 'runs before there is a Ctx: it makes the keys that stand in one'],
  ['features/operation-log/operation-log-chain-reads.ts', 'reads one snapshot: repeatable read, read only'],
]

it('only the listed files begin a transaction without inTransaction', () => {
  const folder = join(root, 'packages/server/src')
  const found = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && begins.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(found.toSorted()).toEqual(byHand.map(([file]) => file))
})
