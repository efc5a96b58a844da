import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { getStorage, updateStorageSettings } from '@gatehouse/contract/features/storage.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRecord, type PairedDevice, pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { verifyOperationLog } from '../operation-log/operation-log-chain-reads.ts'
import { overwriteHistory, type StorageNeeds } from './overwrite-history.ts'
import { sampleDisk, storageJobs } from './storage-jobs.ts'

const gb = 1024 ** 3
let house: TestGatehouse
let owner: Caller
let gate: PairedDevice
let sequence = 0
/** In a month of half a year ago. */
let longAgo: string
let needs: StorageNeeds
/** The capacity of the disk of the test, on which each picture in the data folder takes a GB. */
let capacityGb = 100
let totalGb = 200
const measureDisk = async () => ({
  freeBytes: Math.max(0, Math.floor(capacityGb * gb - ((await pictureBytes()) / 20_000) * gb)),
  totalBytes: totalGb * gb,
})
async function pictureBytes(): Promise<number> {
  const names = await readdir(join(house.dataFolder, 'blobs'), { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(house.dataFolder, 'blobs', name)).catch(() => undefined)
      return found?.isFile() ? found.size : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' }, measureDisk: () => measureDisk() })
  owner = await house.asRole('superAdmin')
  const month = house.clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 }).subtract({ months: 6 })
  longAgo = `${month.toString()}T12:00:00Z`
  for (const table of ['recognition_record', 'alarm', 'operation_log'])
    await sql`select ensure_month_partition(${table}, ${month.toString()}::date)`.execute(house.db)
  // the first line of the log, as the oldest one
  await sql`
    insert into operation_log (at, actor_kind, module, event, side, result)
    values (${longAgo}, 'system', 'account', 'login', 'system', 'success')`.execute(house.db)
  gate = await pairTestDevice(house, owner, 'Gate')
  needs = { ...house.gatehouse.services, measureDisk, isHere: { pictures: true, database: true }, chunk: 1 }
})
afterAll(() => house.close())

const jpeg = () => jpegWith(randomBytes(20_000)).toString('base64')
const daysAgo = (days: number) =>
  house.clock
    .now()
    .subtract({ hours: 24 * days })
    .round('millisecond')
    .toString()
const records = async () => (await owner.ask(listRecords, { query: { size: 200 } })).items
const count = async (table: 'recognition_record' | 'alarm' | 'operation_log') =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(house.db)).rows[0]
    ?.count
const linesOf = async (event: string) =>
  (await owner.ask(listOperations, { query: { module: 'storage' } })).items.filter((line) => line.event === event)

const dayS = 86_400
/** Like the job: the notice begins, stands for a day, and then history is overwritten. */
async function overwriteAfterNotice(by = needs) {
  await overwriteHistory(by, 0)
  await overwriteHistory(by, dayS)
}

const store = async (days: number) => {
  const record = buildRecord(++sequence, { recognisedAt: daysAgo(days), capture: jpeg() })
  await gate.ask(pushRecords, { body: { records: [record] } })
  return record.id
}
const pictured = async () =>
  (await records()).filter(({ hasCapture }) => hasCapture).map(({ recognisedAt }) => recognisedAt)

describe('[DASH-07] overwriting history', () => {
  it('overwriting deletes the oldest pictures first, as many as are needed, keeps their records, and says so in the operation log', async () => {
    for (const days of [4, 8, 6, 3, 7, 5, 0]) await store(days)
    await overwriteAfterNotice()
    expect(await pictured()).toHaveLength(7)
    // 7 of 24.5 GB are taken: fewer than the threshold of 20 are left, and without four pictures it is 21.
    capacityGb = 24.5
    await overwriteAfterNotice()
    const left = await pictured()
    expect(left).toHaveLength(3)
    expect(left.every((at) => at >= daysAgo(5))).toBe(true)
    expect(await records()).toHaveLength(7)
    const [line] = await linesOf('overwrite-captures')
    expect(line).toMatchObject({
      facts: { overwritten: 4 },
      side: 'system',
      result: 'success',
      operator: { kind: 'system' },
    })
    const { overwritten, nothingLeftAt } = await owner.ask(getStorage)
    expect(overwritten).toMatchObject([{ kind: 'captures', items: 4 }])
    expect(overwritten[0]?.untilAt.slice(0, 10)).toBe(daysAgo(5).slice(0, 10))
    expect(nothingLeftAt).toBeNull()
    await overwriteAfterNotice()
    expect(await pictured()).toEqual(left)
  })

  it('overwriting then deletes whole months of records, of alarms and of the operation log, keeps recent months, and reports when nothing is left', async () => {
    await gate.ask(pushRecords, { body: { records: [buildRecord(++sequence, { recognisedAt: longAgo })] } })
    await sql`
      insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
      select gen_random_uuid(), at, at, at, ${gate.id}, 'Gate', 10001, 'released', false, false, '[]'
      from (values (${longAgo}::timestamptz), (now())) t(at)`.execute(house.db)
    const before = [await count('recognition_record'), await count('alarm')]
    capacityGb = 4
    await overwriteAfterNotice()
    // The day's pictures, this month's records and alarms, and the log of a quarter stay.
    expect(await pictured()).toHaveLength(1)
    expect([await count('recognition_record'), await count('alarm')]).toEqual(before.map((all) => (all ?? 0) - 1))
    expect((await linesOf('overwrite-records'))[0]?.facts).toMatchObject({ overwritten: 1 })
    expect((await linesOf('overwrite-alarms'))[0]?.facts).toMatchObject({ overwritten: 1 })
    expect((await linesOf('overwrite-operations'))[0]?.facts).toMatchObject({ overwritten: 1 })
    expect((await verifyOperationLog(house.db)).faults).toEqual([])
    await overwriteAfterNotice()
    expect((await owner.ask(getStorage)).nothingLeftAt).not.toBeNull()
    capacityGb = 100
    await overwriteAfterNotice()
    expect((await owner.ask(getStorage)).nothingLeftAt).toBeNull()
  })

  it('overwriting deletes only history on the disk that is full', async () => {
    await store(2)
    const before = await pictured()
    capacityGb = 5
    await overwriteAfterNotice({ ...needs, isHere: { pictures: false, database: false } })
    expect(await pictured()).toEqual(before)
  })
})

describe('[DASH-01] the settings of the disk', () => {
  it('the thresholds of the disk can be set by a user with the permission, the lower not above the higher', async () => {
    const crossed = await owner.call(updateStorageSettings, { body: { warnGb: 20, overwriteGb: 30 } })
    expect([crossed.status, crossed.message]).toEqual([422, 'storage.thresholds-crossed'])
    const changed = await owner.ask(updateStorageSettings, { body: { warnGb: 90, overwriteGb: 10 } })
    expect(changed.settings).toEqual({ warnGb: 90, overwriteGb: 10 })
    expect(changed.defaults).toEqual({ warnGb: 40, overwriteGb: 20 })
    const half = await owner.call(updateStorageSettings, { body: { warnGb: 10, overwriteGb: null } })
    expect(half.message).toBe('storage.thresholds-crossed')
  })

  it('the state of the disk has a forecast in days from hourly samples', async () => {
    for (let hour = 0; hour <= 30; hour++) {
      capacityGb = 100 - hour / 24
      await sampleDisk(needs)
      house.clock.advance({ hours: 1 })
    }
    house.clock.advance({ hours: -31 })
    // 10 GB is the threshold, one is lost a day; the pictures that are there take two.
    expect((await owner.ask(getStorage)).daysLeft).toBeGreaterThan(84)
    expect((await owner.ask(getStorage)).daysLeft).toBeLessThan(90)
  })
})

describe('[DASH-07] before history is overwritten', () => {
  const hourS = 3_600
  const state = () => owner.ask(getStorage)
  const hoursUntil = (at: string | null) =>
    at === null ? null : Math.round(Temporal.Instant.from(at).since(house.clock.now()).total('hours'))
  const overwritten = async () => (await state()).overwritten.find(({ kind }) => kind === 'captures')?.items ?? 0
  let job: RepeatingJob
  let taken = 0

  beforeEach(async () => {
    ;[capacityGb, totalGb] = [100, 200]
    await owner.ask(updateStorageSettings, { body: { warnGb: null, overwriteGb: null } })
    await overwriteHistory(needs, 0)
    job = storageJobs(needs).find(({ name }) => name === 'overwrite-history')!
    for (const days of [6, 5, 4, 2, 2]) await store(days)
    taken = await overwritten()
  })
  const freeGb = async (free: number) => {
    capacityGb += free - (await measureDisk()).freeBytes / gb
  }
  const run = () => job.run(new AbortController().signal)

  it('the notice stands for a day, whatever the clock shows and however often the server starts; then the job overwrites', async () => {
    await freeGb(18)
    await run()
    expect(await overwritten()).toBe(taken)
    expect(hoursUntil((await state()).beginsAt)).toBe(24)
    house.clock.advance({ hours: 24 * 40 })
    await run()
    await run()
    house.clock.advance({ hours: -24 * 40 })
    expect(await overwritten()).toBe(taken)
    expect(hoursUntil((await state()).beginsAt)).toBe(24)
    await overwriteHistory(needs, 20 * hourS)
    const afterStart = storageJobs(needs).find(({ name }) => name === 'overwrite-history')!
    await afterStart.run(new AbortController().signal)
    expect([await overwritten(), hoursUntil((await state()).beginsAt)]).toEqual([taken, 4])
    await overwriteHistory(needs, 4 * hourS)
    expect(await overwritten()).toBeGreaterThan(taken)
    expect((await state()).beginsAt).toBeNull()
  })

  it('the day of notice begins again when there was free space in between', async () => {
    await freeGb(18)
    await overwriteHistory(needs, 0)
    await overwriteHistory(needs, 23 * hourS)
    await freeGb(21)
    await overwriteHistory(needs, 60)
    expect((await state()).beginsAt).toBeNull()
    await freeGb(18)
    await overwriteHistory(needs, 60)
    await overwriteHistory(needs, 2 * hourS)
    expect([await overwritten(), hoursUntil((await state()).beginsAt)]).toEqual([taken, 22])
  })

  it('the day begins again when a threshold is set above the announced one', async () => {
    await freeGb(18)
    await overwriteHistory(needs, 0)
    await overwriteHistory(needs, 23 * hourS)
    await owner.ask(updateStorageSettings, { body: { warnGb: 50, overwriteGb: 30 } })
    await overwriteHistory(needs, 2 * hourS)
    expect(await overwritten()).toBe(taken)
    await owner.ask(updateStorageSettings, { body: { warnGb: null, overwriteGb: null } })
    await overwriteHistory(needs, 23 * hourS)
    expect([await overwritten(), hoursUntil((await state()).beginsAt)]).toEqual([taken, 1])
  })

  it('only as much history as cannot wait is deleted with less than 2 % of the disk free', async () => {
    totalGb = 100
    await freeGb(2.2)
    await overwriteHistory(needs, 0)
    await overwriteHistory(needs, 60)
    expect([await overwritten(), (await state()).beginsAt === null]).toEqual([taken, false])
    await freeGb(1.5)
    expect((await state()).beginsAt).toBeNull()
    await overwriteHistory(needs, 60)
    expect([(await overwritten()) - taken, hoursUntil((await state()).beginsAt)]).toEqual([1, 24])
  })

  it('a small disk that is mostly free keeps its history, and nobody is warned', async () => {
    totalGb = 16
    await freeGb(10)
    await overwriteAfterNotice()
    const { defaults, beginsAt } = await state()
    expect([await overwritten(), defaults, beginsAt]).toEqual([taken, { warnGb: 3.2, overwriteGb: 1.6 }, null])
  })
})
