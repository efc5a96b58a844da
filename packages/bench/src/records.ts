import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Benchmark, type Context, type Measurement, row, type Row } from './benchmark.ts'
import { measureFsyncRate } from './fsync-rate.ts'
import { install, type Installation } from './install/installation.ts'
import { type BulkDevice, bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { startProgram } from '@gatehouse/testkit/start-program.ts'
import { bindDefaultGroups } from './load/bind-default-groups.ts'
import { type LoadOrder, type LoadResult, recordsPath } from './load/load-messages.ts'
import { runLoad } from './load/run-load.ts'

const kinds = [
  { what: 'records stored, batches of 20', recordsPerRequest: 20, captureBytes: 0, atLeast: 30_000 },
  { what: 'records stored, one by one', recordsPerRequest: 1, captureBytes: 0, atLeast: 4_000 },
  { what: 'records stored, one by one with a 30 kB picture', recordsPerRequest: 1, captureBytes: 30_000, atLeast: 800 },
] as const

const connections = 64
const warmUpSeconds = 1
const seconds = 5
/** The raw limit and the product take turns; of each the better counts, since other programs only ever take away. */
const rounds = 2

type Target = { url: string; path: string; callers: LoadOrder['callers'] }

export const records: Benchmark = {
  name: 'records',
  about: `recognition records over HTTP from ${connections} terminals, PostgreSQL with fsync on, load process included`,
  async run(context) {
    const installation = await install(context)
    const personIds = await bulkInsertPeople(installation, 10_000, 1_000)
    const devices = await bulkInsertDevices(installation, connections)
    await bindDefaultGroups(installation)
    const raw = await startRaw(context, installation, devices)
    const server = await startGatehouseOn(context, installation)
    const ours: Target = {
      url: server.url,
      path: recordsPath,
      callers: devices.map(({ authorization }) => ({ authorization, nextSequence: 1 })),
    }
    const measured: Measurement[] = []
    let acknowledgedBefore = 0
    for (const { what, atLeast, ...kind } of kinds) {
      const results = { raw: [] as LoadResult[], ours: [] as LoadResult[] }
      for (let round = 0; round < rounds; round++) {
        context.log(`${what}, round ${round + 1}`)
        results.raw.push(await load(context, raw, { ...kind, personIds }))
        results.ours.push(await load(context, ours, { ...kind, personIds }))
      }
      const acknowledged = results.ours.reduce((sum, result) => sum + result.acknowledged, 0)
      const stored = (await count(installation)) - acknowledgedBefore
      acknowledgedBefore += acknowledged
      const [best, limit] = [bestOf(results.ours), bestOf(results.raw)]
      const rows = [
        row({
          what,
          value: best.recordsPerSecond,
          unit: '/s',
          limit: { what: 'bare Fastify, insert from unnest, three indexes', value: limit.recordsPerSecond },
          atLeast,
        }),
        row({
          what: '  until the answer, p95',
          value: best.p95Ms,
          unit: 'ms',
          limit: { what: 'the same', value: limit.p95Ms },
        }),
        row({ what: '  of one core for the load itself', value: best.ownShare, unit: 'share' }),
      ]
      measured.push({
        work: { what: `${what}: acknowledged, in the database`, expected: acknowledged, done: stored },
        rows,
      })
      if (kind.captureBytes > 0) measured.push(await countPictures(installation, acknowledged))
    }
    const disk: Row[] = [
      row({
        what: 'waits for the disk, one after another',
        value: await measureFsyncRate(installation.dataFolder, 2),
        unit: '/s',
      }),
    ]
    const [last] = measured.splice(-1)
    return last ? [...measured, { ...last, rows: [...last.rows, ...disk] }] : []
  },
}

async function startRaw(
  context: Context,
  { pool, dataFolder, databaseUrl }: Installation,
  devices: readonly BulkDevice[],
): Promise<Target> {
  await pool.query(`create table raw_record (id uuid primary key, recognised_at timestamptz not null, device_id uuid not null,
    device_sequence bigint not null, kind text not null, person_id uuid, reasons jsonb not null)`)
  await pool.query('create index on raw_record (device_id, recognised_at desc, id desc)')
  await pool.query('create index on raw_record (recognised_at desc, id desc)')
  const pictures = join(dataFolder, 'raw-pictures')
  await mkdir(pictures)
  const server = startProgram('packages/bench/src/load/raw-records-server.ts', [], {
    environment: { DATABASE_URL: databaseUrl, PICTURES: pictures },
  })
  context.cleanup.defer(() => server.end())
  const [, url = ''] = await server.says(/ready: (\S+)/)
  return { url, path: '/records', callers: devices.map(({ id }) => ({ authorization: id, nextSequence: 1 })) }
}

/** One measurement; the callers go on from the sequence numbers where it ended. */
async function load(
  context: Context,
  target: Target,
  kind: Pick<LoadOrder, 'recordsPerRequest' | 'captureBytes' | 'personIds'>,
): Promise<LoadResult> {
  const result = await runLoad(context, { ...target, ...kind, warmUpSeconds, seconds })
  if (result.failed > 0) throw new Error(`${result.failed} requests failed, the first with ${result.firstFailure}`)
  target.callers = target.callers.map((caller, index) => ({
    ...caller,
    nextSequence: result.nextSequences[index] ?? 1,
  }))
  return result
}

const bestOf = (results: readonly LoadResult[]) =>
  results.reduce((best, result) => (result.recordsPerSecond > best.recordsPerSecond ? result : best))

/** Of the records that were sent with one, in the database. */
async function countPictures({ pool }: Installation, expected: number): Promise<Measurement> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from recognition_record where capture_hash is not null',
  )
  return { work: { what: 'records with their picture', expected, done: rows[0]?.count ?? 0 }, rows: [] }
}

async function count({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from recognition_record')
  return Number(rows[0]?.count)
}
