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

/** A transaction by hand: `inTransaction` (ctx.ts) gives one to everything that has a `Ctx` or a part of one. */
const begins = /\.transaction\(\)/

const byHand: readonly (readonly [file: string, why: string])[] = [
  ['ctx.ts', '`inTransaction` itself'],
  ['db/backup-lock.ts', 'has only the database: the features hold no part of it'],
  ['db/prove-keys.ts', 'runs before there is a Ctx'],
  ['features/alarms/alarm-notices.ts', 'a worker: each round ends before the next begins'],
  ['features/alarms/link/offline-alarms.ts', 'a job: one transaction for each device'],
  ['features/alarms/link/record-alarms.ts', 'a job: one transaction for each device'],
  ['features/attendance/days/close-days.ts', 'a job: one transaction for each rule'],
  ['features/attendance/days/process-recompute-queue.ts', 'a worker: one transaction for each round'],
  [
    'features/attendance/reports/report-service.ts',
    'a job: the mail is queued in the transaction that marks the month as sent',
  ],
  ['features/operation-log/operation-log-chain-reads.ts', 'reads one snapshot: repeatable read, read only'],
  ['features/records/capture-jobs.ts', 'a job: one transaction for each picture'],
  ['features/records/record-jobs.ts', 'jobs: one transaction for each chunk or day'],
  ['people/membership-store.ts', 'a job that has only the database'],
  ['people/person-limit-store.ts', 'a job that has only the database'],
]

it('only the listed files begin a transaction without inTransaction', () => {
  const folder = join(root, 'packages/server/src')
  const found = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && begins.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(found.toSorted()).toEqual(byHand.map(([file]) => file))
})
