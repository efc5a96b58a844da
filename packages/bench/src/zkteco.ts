import { createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { hashSecret, makeLdid, makeSecret } from '@gatehouse/server/device-link/credentials.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { startProgram } from '@gatehouse/testkit/start-program.ts'
import { type Benchmark, type Context, row, type Row } from './benchmark.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { startGatehouse } from './install/start-gatehouse.ts'
import { usageOf } from './install/usage-of.ts'
import { runTerminals } from './load/run-terminals.ts'
import { runZkTerminals } from './load/run-zk-terminals.ts'
import { percentile } from './percentile.ts'

/** `ZKTECO_BENCH=200x60`: 200 terminals and as many of our own for 60 seconds, in place of 1,000 for ten minutes. */
const [count = 1_000, seconds = 600] = (process.env['ZKTECO_BENCH'] ?? '1000x600').split('x').map(Number)
const pollMs = 10_000
/** At each terminal somebody passes every 50 seconds: 20 records a second with a thousand. */
const passEvery = 5
const reached = Math.min(100, count)
const limitSeconds = Math.min(30, seconds)
const aims = { pollMs: 50, reachSeconds: 60 } as const

export const zkteco: Benchmark = {
  name: 'zkteco',
  about: `${count.toLocaleString('en-US')} terminals of ZKTeco poll every ${pollMs / 1000} s beside as many of our own for ${seconds} s, with a restart in the middle`,
  async run(context) {
    const installation = await install(context)
    const token = await openSession(installation)
    const { serialNumbers, ours, groupId } = await seed(installation)
    const ports = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) }
    const environment = { GATEHOUSE_DATA: installation.dataFolder, DATABASE_URL: installation.databaseUrl }
    const start = () => startGatehouse(context, { ...environment, ...ports, ZKTECO: 'on' })

    context.log('the bare answer')
    const bare = await measureBare(context, serialNumbers)

    let server = await start()
    context.log(`${count} of our own connect`)
    const own = runTerminals(context)
    own.start({ group: 'own', serverUrl: server.url, faceModelId: 'bench', devices: ours })
    await (
      await own.watch('own', { what: 'connected' })
    ).all
    context.log(`${count} of ZKTeco connect`)
    const zk = runZkTerminals(context)
    await zk.ask({ kind: 'start', url: server.url, serialNumbers, pollMs, passEvery }, 'started')
    await settle(installation)
    zk.tell({ kind: 'measure' })
    const before = await usageOf(server)
    const began = performance.now()

    context.log(`a person reaches ${reached} of them`)
    const name = 'Ann Bench'
    const reaching = zk.ask({ kind: 'watch', name, count: reached }, 'reached')
    const saved = now()
    await askServer(server.url, token)(createStaff, { body: { name, icCard: '4711', groupIds: [groupId] } })
    const at = (await reaching).at.map((one) => (one - saved) / 1000)
    await wait(Math.max(0, (seconds * 1000) / 2 - (performance.now() - began)))
    const serverMs = (await usageOf(server)).cpuMs - before.cpuMs
    const half = performance.now() - began
    const { pollMs: quiet } = await zk.ask({ kind: 'polls' }, 'polls')
    context.log('the server is killed and started again')
    const killed = now()
    await server.end('SIGKILL')
    server = await start()
    const downSeconds = (now() - killed) / 1000
    await wait(Math.max(0, seconds * 1000 - (performance.now() - began)))
    const { passed, waiting, failedPolls, pollMs: restarted, ownShare } = await zk.ask({ kind: 'finish' }, 'finished')

    const stored = await countRecords(installation)
    const rows: Row[] = [
      row({
        what: 'answer to a poll, p99',
        value: percentile(quiet, 0.99),
        unit: 'ms',
        limit: { what: 'a bare answer of Node', value: percentile(bare, 0.99) },
        atMost: aims.pollMs,
      }),
      row({
        what: `  p50 of ${quiet.length}`,
        value: percentile(quiet, 0.5),
        unit: 'ms',
        limit: { what: 'the same', value: percentile(bare, 0.5) },
      }),
      row({
        what: `  p99 of ${restarted.length} with the restart, which they wait for`,
        value: percentile(restarted, 0.99),
        unit: 'ms',
      }),
      row({
        what: `one person, until ${reached} of them have them`,
        value: Math.max(...at),
        unit: 's',
        atMost: aims.reachSeconds,
      }),
      row({ what: '  half of them', value: percentile(at, 0.5), unit: 's' }),
      row({ what: 'the server was away for', value: downSeconds, unit: 's' }),
      row({ what: '  calls that got no answer meanwhile', value: failedPolls, unit: 'requests' }),
      row({ what: 'records lost', value: passed - stored.distinct, unit: 'records', atMost: 0 }),
      row({ what: 'records doubled', value: stored.all - stored.distinct, unit: 'records', atMost: 0 }),
      row({ what: 'of one core for the server, until it was killed', value: serverMs / half, unit: 'share' }),
      row({ what: 'of one core for the terminals themselves', value: ownShare, unit: 'share' }),
    ]
    if (waiting > 0) throw new Error(`${waiting} uploads were never taken`)
    return [{ work: { what: 'records of these terminals in the database', expected: passed, done: stored.all }, rows }]
  },
}

const now = () => performance.timeOrigin + performance.now()

/** The same terminals at a server that does nothing else than answer. */
async function measureBare(context: Context, serialNumbers: readonly string[]): Promise<number[]> {
  const program = startProgram('packages/bench/src/load/bare-poll-server.ts', [], { environment: {} })
  context.cleanup.defer(() => program.end())
  const [, url = ''] = await program.says(/ready: (\S+)/)
  const terminals = runZkTerminals(context)
  await terminals.ask({ kind: 'start', url, serialNumbers: [...serialNumbers], pollMs, passEvery: 0 }, 'started')
  terminals.tell({ kind: 'measure' })
  await wait(limitSeconds * 1000)
  const { pollMs: times } = await terminals.ask({ kind: 'finish' }, 'finished')
  await program.end()
  return times
}

/** Waits until every terminal has its zones and has told its settings, which it does once, as it joins: what follows is the quiet poll. */
async function settle({ pool }: Installation): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ open: number; devices: number }>(
      `select (select count(*) from zkteco_command where state in ('waiting', 'sent')) as open,
         (select count(*) from zkteco_device where rights_tag is not null and settings_revision is not null) as devices`,
    )
    if (Number(rows[0]?.open) === 0 && Number(rows[0]?.devices) === count) return
    await wait(1_000)
  }
}

/** Records of the terminals, and how many of them there are without those that name the same device and moment. */
async function countRecords({ pool }: Installation): Promise<{ all: number; distinct: number }> {
  const { rows } = await pool.query<{ all: string; distinct: string }>(
    `select count(*) as all, count(distinct (r.device_id, r.recognised_at)) as distinct
     from recognition_record r join device d on d.id = r.device_id where d.make = 'zkteco'`,
  )
  return { all: Number(rows[0]?.all), distinct: Number(rows[0]?.distinct) }
}

/** Accepted terminals of ZKTeco, a hundred of which have a group of their own, and as many terminals of our own. */
async function seed(installation: Installation) {
  const { pool } = installation
  const own = await bulkInsertDevices(installation, count)
  const ours = own.map(({ authorization }) => {
    const [ldid = '', secret = ''] = authorization.replace('Bearer ', '').split('.')
    return { ldid, secret }
  })
  const serialNumbers = Array.from({ length: count }, (_, n) => `ZKBENCH${String(n).padStart(5, '0')}`)
  const { rows } = await pool.query<{ id: string }>(
    `insert into device (make, ldid, secret_hash, name, type, serial_number, direction)
     select 'zkteco', ldid, $3, name, 'ZKATT', name, 0 from unnest($1::text[], $2::text[]) as s(ldid, name) returning id`,
    [serialNumbers.map(() => makeLdid('ZKATT')), serialNumbers, hashSecret(makeSecret())],
  )
  await pool.query('insert into device_record_progress (device_id) select id from device on conflict do nothing')
  const group = await pool.query<{ id: string }>(
    `insert into person_group (kind, name) values (1, 'Bench') returning id`,
  )
  const groupId = group.rows[0]?.id ?? ''
  const bound = [rows.slice(0, reached).map(({ id }) => id), groupId]
  await pool.query('insert into device_group (device_id, group_id) select unnest($1::uuid[]), $2', bound)
  await pool.query('insert into device_group_change select unnest($1::uuid[]), $2, 1', bound)
  return { serialNumbers, ours, groupId }
}

/** The server must come back on the same ports. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('there is no free port')
  return address.port
}
