import { readFile } from 'node:fs/promises'
import { requestOf } from '@gatehouse/contract/client.ts'
import { sendRequest } from '@gatehouse/testkit/ask-server.ts'
import { exportRecords, getRecordStatistics, listRecords } from '@gatehouse/contract/features/records.ts'
import { fetchReply, type Caller, fetchText } from './ask-server.ts'
import { type Benchmark, type Context, type Measurement, row, type Row } from './benchmark.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { type BulkDevice, bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { deepCursor, measure, recordCases } from './lists.ts'
import { bindDefaultGroups } from './load/bind-default-groups.ts'
import { openHttpConnection } from './load/http-connection.ts'
import { recordsPath } from './load/load-messages.ts'
import { runLoad } from './load/run-load.ts'
import { timeCalls } from './percentile.ts'

/** `HISTORY_BENCH=1x50`: a smaller form, one million records and 50,000 people. */
const [millions = 10, thousands = 500] = (process.env['HISTORY_BENCH'] ?? '10x500').split('x').map(Number)
const recordCount = millions * 1_000_000
const peopleCount = thousands * 1_000
const deviceCount = 500
const terminals = 32
const ingestAim = 10_000
/** An export of a million rows: the answer is cut there. */
const exportedRows = 1_000_000
const newLine = 10

/** Measures the console with years of records: lists, statistics and export, alone and while records come in. */
export const history: Benchmark = {
  name: 'history',
  about: `${millions} million records of ${peopleCount.toLocaleString('en-US')} people at ${deviceCount} doors over 90 days`,
  async run(context) {
    const installation = await install(context)
    context.log('people')
    const personIds = await bulkInsertPeople(installation, peopleCount, 1_000)
    const devices = await bulkInsertDevices(installation, deviceCount)
    context.log('records')
    await bulkInsertRecords(installation, recordCount)
    const server = await startGatehouseOn(context, installation)
    const { url } = server
    const token = await openSession(installation)
    // Each part on a connection of its own: the server closes one that was quiet while bare statements were measured.
    const connect = async (): Promise<Caller> => {
      const connection = await openHttpConnection(url)
      context.cleanup.defer(() => connection.close())
      return { url, token, connection }
    }
    const cases = await recordCases(installation, await deepCursor(await connect()))

    const measured: Measurement[] = []
    context.log('lists')
    for (const item of cases) {
      const caller = await connect()
      const page = await fetchReply(caller, listRecords, { query: item.query })
      measured.push(
        ...(await measure(installation, item, page, () => fetchText(caller, listRecords, { query: item.query }))),
      )
    }
    context.log('statistics')
    measured.push(await statistics(installation, await connect(), ''))
    context.log('export')
    measured.push(await exportMany(await connect(), server.child.pid ?? 0))
    context.log('all of it while records come in')
    measured.push(
      ...(await whileRecordsCome(context, { installation, caller: await connect(), devices, personIds, cases })),
    )
    return measured
  },
}

async function statistics({ pool }: Installation, caller: Caller, when: string): Promise<Measurement> {
  const to = Temporal.Now.plainDateISO('UTC')
  const query = { from: to.subtract({ days: 30 }).toString(), to: to.toString(), by: 'day' } as const
  const { total } = await fetchReply(caller, getRecordStatistics, { query })
  // Records may come in meanwhile: those that were there before must be among the counted.
  const { rows: seeded } = await pool.query<{ count: number }>(
    `select count(*)::int as count from recognition_record where recognised_at >= $1::date and recognised_at < now() - interval '1 hour'`,
    [query.from],
  )
  const before = seeded[0]?.count ?? 0
  const ours = await timeCalls(50, () => fetchText(caller, getRecordStatistics, { query }))
  const raw = await timeCalls(3, () =>
    pool.query(
      'select date_trunc($1, recognised_at), kind, count(*) from recognition_record where recognised_at >= $2 group by 1, 2',
      ['day', query.from],
    ),
  )
  const limit = (value: number) => ({ what: 'counting the records themselves', value })
  const what = `statistics of a month${when}`
  const rows = [
    row({ what: `${what}, p50`, value: ours.p50, unit: 'ms', limit: limit(raw.p50) }),
    row({ what: `${what}, p95`, value: ours.p95, unit: 'ms', limit: limit(raw.p95), atMost: 300 }),
  ]
  return { work: { what: `${what}: records counted`, expected: before, done: Math.min(before, total.total) }, rows }
}

/** Rows a second of the export as CSV, and what the server's process grew by. */
async function exportMany({ url, token }: Caller, pid: number): Promise<Measurement> {
  const before = await residentKb(pid)
  const began = performance.now()
  const answer = await sendRequest(url, token, requestOf(exportRecords))
  if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
  let lines = 0
  let most = before
  for await (const part of answer.body) {
    for (const byte of part) if (byte === newLine) lines++
    if (lines >= exportedRows) break
    most = Math.max(most, await residentKb(pid))
  }
  const seconds = (performance.now() - began) / 1000
  const rows = [
    row({ what: `exported as CSV, ${lines.toLocaleString('en-US')} rows`, value: lines / seconds, unit: '/s' }),
    row({ what: 'memory of the server before', value: before, unit: 'kB' }),
    row({ what: 'at most while exporting', value: most, unit: 'kB' }),
  ]
  const expected = Math.min(exportedRows, recordCount)
  return { work: { what: 'rows exported', expected, done: Math.min(expected, lines) }, rows }
}

type Beside = {
  installation: Installation
  caller: Caller
  devices: readonly BulkDevice[]
  personIds: string[]
  cases: Awaited<ReturnType<typeof recordCases>>
}

async function whileRecordsCome(context: Context, { installation, caller, devices, personIds, cases }: Beside) {
  await bindDefaultGroups(installation)
  const load = runLoad(context, {
    url: caller.url,
    path: recordsPath,
    callers: devices.slice(0, terminals).map(({ authorization }) => ({ authorization, nextSequence: 1 })),
    personIds,
    recordsPerRequest: 20,
    captureBytes: 0,
    maxPerSecond: ingestAim * 1.05,
    warmUpSeconds: 2,
    seconds: 60,
  })
  // Awaited at the end: an earlier failure is reported instead.
  load.catch(() => {})
  const { rows: before } = await installation.pool.query<{ count: number }>(countAll)
  const rows: Row[] = []
  for (const { what, query } of cases) {
    const { p50, p95 } = await timeCalls(60, () => fetchText(caller, listRecords, { query }))
    rows.push(row({ what: `${what}, meanwhile, p50`, value: p50, unit: 'ms' }))
    rows.push(row({ what: `${what}, meanwhile, p95`, value: p95, unit: 'ms', atMost: 50 }))
  }
  const counted = await statistics(installation, caller, ' meanwhile')
  const { recordsPerSecond, acknowledged, failed, firstFailure, p95Ms } = await load
  if (failed > 0) throw new Error(`${failed} requests failed, the first with ${firstFailure}`)
  const { rows: after } = await installation.pool.query<{ count: number }>(countAll)
  const stored = (after[0]?.count ?? 0) - (before[0]?.count ?? 0)
  const ingested = [
    row({ what: 'records stored meanwhile, batches of 20', value: recordsPerSecond, unit: '/s', atLeast: ingestAim }),
    row({ what: '  until the answer, p95', value: p95Ms, unit: 'ms' }),
    ...rows,
  ]
  return [
    {
      work: { what: 'records acknowledged meanwhile, in the database', expected: acknowledged, done: stored },
      rows: ingested,
    },
    counted,
  ]
}

const countAll = 'select count(*)::int as count from recognition_record'

async function residentKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
}
