import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { createDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '../../test/database.ts'
import { buildRecord, pairTestDevice } from '../../test/device-caller.ts'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migrate.ts'

const mebibyte = 1024 * 1024
/** A disk of its own; undefined if the system allows none, as for any user but root. */
let disk: string | undefined
let postgres: EmbeddedPostgres
let house: TestGatehouse

async function makeDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=640m,mode=755', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
}

const start = (disk: string) =>
  startEmbeddedPostgres({
    folder: join(disk, 'postgres'),
    disk: { reserveBytes: 96 * mebibyte, minBytes: 32 * mebibyte, marginBytes: 64 * mebibyte },
  })

beforeAll(async () => {
  disk = await makeDisk()
  if (!disk) return
  postgres = await start(disk)
  await migrate(postgres.url)
  await withClient(postgres.url, (client) =>
    client.query(`insert into licence (kind, serial_number, signature, udid, activation_code, edition, valid_from, valid_to)
      values ('file', 'TEST', 'test', 'test', '****TEST', 'enterprise', '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z')`),
  )
  house = await startTestGatehouse({
    withJobs: true,
    disk: postgres.disk,
    database: { url: postgres.url, drop: () => postgres.stop() },
  })
})
afterAll(async () => {
  if (!disk) return
  await house.close()
  execFileSync('umount', [disk])
  await rm(disk, { recursive: true })
})

const freeBytes = async () => {
  const { bavail, bsize } = await statfs(disk ?? '')
  return bavail * bsize
}

/** Like somebody else's backup, at one blow: space that is released afterwards stays free. */
async function fillDisk(): Promise<string> {
  const path = join(disk ?? '', 'something else')
  await until(async () => {
    const length = String(await freeBytes())
    // PostgreSQL may have used some of it in between.
    return spawnSync('fallocate', ['--length', length, path]).status === 0
  })
  return path
}

const noDisk = 'no disk of its own can be made here'

it('a full disk leaves the console readable under devices and people who write, loses no acknowledged data, and becomes writable again without help when there is room', async ({
  skip,
}) => {
  skip(!disk, noDisk)
  const owner = await house.asRole('superAdmin')
  const gate = await pairTestDevice(house, owner, 'Gate')
  // The reserve lies there.
  await until(async () => (await freeBytes()) < 560 * mebibyte && !postgres.disk.isReadOnly())
  const acknowledged: string[] = []
  let sequence = 0
  const push = async () => {
    const record = buildRecord(++sequence)
    const answer = await gate.call(pushRecords, { body: { records: [record] } })
    if (answer.status === 200) acknowledged.push(record.id)
    return answer.message
  }
  for (let n = 0; n < 20; n++) await push()
  const other = await fillDisk()
  await until(async () => (await push()) === 'server.disk-full' && (await freeBytes()) > 64 * mebibyte)
  await until(async () => (await owner.call(listDepartments)).status === 200)
  // PostgreSQL asks for more of its log, as after a day of sessions: without a reserve it ends here and does not come back.
  for (let n = 0; n < 2; n++) {
    await sql`select pg_logical_emit_message(true, 'test', 'some writing')`.execute(house.db)
    await sql`select pg_switch_wal()`.execute(house.db)
  }
  const answers = new Set<string>()
  const refusals = new Set<string>()
  for (const end = performance.now() + 5_000; performance.now() < end;) {
    answers.add(`${(await owner.call(listDepartments)).status} ${(await owner.call(listRecords, {})).status}`)
    refusals.add(await push())
    refusals.add((await owner.call(createDepartment, { body: { name: 'Archive', parentId: null } })).message)
  }
  expect([...answers]).toEqual(['200 200'])
  expect([...refusals]).toEqual(['server.disk-full'])
  await rm(other)
  await until(
    async () => (await owner.call(createDepartment, { body: { name: 'Archive', parentId: null } })).status === 200,
  )
  expect(await push()).toBe('success')
  const { rows } = await sql<{ id: string }>`select id from recognition_record`.execute(house.db)
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(acknowledged))
})

it('the server starts read-only on a disk that is full to the last byte', async ({ skip }) => {
  if (!disk) return skip(noDisk)
  await until(() => stat(join(disk ?? '', 'postgres/reserve')).catch(() => undefined))
  await postgres.stop()
  // Some file systems give a rewritten file other blocks: the reserve must work as if it had none here.
  await rm(join(disk, 'postgres/owner.pid'))
  const other = await fillDisk()
  expect(await freeBytes()).toBe(0)
  postgres = await start(disk)
  expect(postgres.disk.isReadOnly()).toBe(true)
  await withClient(postgres.url, (client) => client.query('select from recognition_record'))
  await rm(other)
  await until(() => !postgres.disk.isReadOnly())
})
