import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { updateStaff } from '@gatehouse/contract/features/staff.ts'
import { updateTimetable } from '@gatehouse/contract/features/timetables.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { type Caller, fetchText } from './ask-server.ts'
import { type Benchmark, type Measurement, row, type Row } from './benchmark.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { bulkInsertTemplates } from '@gatehouse/testkit/bulk-sql/insert-templates.ts'
import { startGatehouse } from './install/start-gatehouse.ts'
import type { RunningGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { usageOf } from './install/usage-of.ts'
import { openHttpConnection } from './load/http-connection.ts'
import { type Reached, runTerminals, type Terminals } from './load/run-terminals.ts'
import { percentile } from './percentile.ts'

/** `TERMINALS_BENCH=300x5000`: a smaller form, 300 terminals and 5,000 people. */
const [terminalCount = 1_000, peopleCount = 20_000] = (process.env['TERMINALS_BENCH'] ?? '1000x20000')
  .split('x')
  .map(Number)
const peoplePerDoor = 20
const recordCount = 100_000
const faceModelId = 'bench'
const doors = 'doors'
const archive = 'archive'

const aims = { heldKb: 20, changeSeconds: 5, backSeconds: 30, listMs: 200 } as const
/** The console asks for its lists again when something changes, at most this often. */
const listPauseMs = 100
/** The time until the hints for the console, the polls and the garbage of the previous measurement are through. */
const settleMs = 3_000

export const terminals: Benchmark = {
  name: 'terminals',
  about: `${terminalCount.toLocaleString('en-US')} terminals without cameras at once: connect, hear of changes, come back`,
  async run(context) {
    const installation = await install(context)
    context.log(`making ${peopleCount} people with faces, ${terminalCount} devices and ${recordCount} records`)
    const seeded = await seed(installation)
    const token = await openSession(installation)
    const ports = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) }
    const start = () =>
      startGatehouse(context, {
        GATEHOUSE_DATA: installation.dataFolder,
        DATABASE_URL: installation.databaseUrl,
        ...ports,
      })
    const server = await start()
    const all = runTerminals(context)
    const given = { serverUrl: server.url, faceModelId }
    const open = async (): Promise<Caller> => ({
      url: server.url,
      token,
      connection: await openHttpConnection(server.url),
    })

    const measured: Measurement[] = []
    let rows: Row[] = []
    /** Assigns the rows measured since the last call to these terminals. */
    const done = (what: string, expected: number, { reached }: Pick<Taken, 'reached'>) => {
      measured.push({ work: { what, expected, done: reached }, rows })
      rows = []
    }
    context.log('the console alone')
    await wait(settleMs)
    const quiet = watchLists(await open())
    await wait(3_000)
    const alone = await quiet.end()
    const lists = new Map<string, number[]>(Object.keys(alone).map((name) => [name, []]))
    const beside = async <T>(work: () => Promise<T>): Promise<T> => {
      const watching = watchLists(await open())
      try {
        return await work()
      } finally {
        for (const [name, times] of Object.entries(await watching.end())) lists.get(name)?.push(...times)
      }
    }

    context.log('all connect')
    const heapBefore = await heldKb(server)
    const before = await usageOf(server)
    const connected = await beside(async () => {
      const began = now()
      all.start({ group: doors, ...given, devices: seeded.doors })
      return since(began, await (await all.watch(doors, { what: 'connected' })).all)
    })
    const after = await usageOf(server)
    rows.push(
      row({ what: 'all connected, and know their rules and people', value: connected.last, unit: 's' }),
      row({ what: '  half of them', value: connected.half, unit: 's' }),
      ...shares(connected, after.cpuMs - before.cpuMs),
    )
    await wait(settleMs)
    const heldByAll = (await heldKb(server)) - heapBefore
    const settled = await usageOf(server)
    rows.push(
      row({
        what: '  memory that the server holds for each',
        value: heldByAll / terminalCount,
        unit: 'kB',
        atMost: aims.heldKb,
      }),
      row({
        what: '  its process has grown by, for each (garbage and compiled code included)',
        value: (settled.residentKb - before.residentKb) / terminalCount,
        unit: 'kB',
      }),
    )

    done('terminals connected', terminalCount, connected)

    context.log('a timetable changes')
    const changed = await beside(() => changeTimetable(all, server, token, seeded, 'Bench hours 2'))
    rows.push(
      ...changeRows('one timetable of all doors changed, until the last door has it', changed),
      ...shares(changed, changed.serverMs),
    )
    done('terminals that have the changed timetable', terminalCount, changed)
    await wait(settleMs)
    context.log('a person changes')
    const renamed = await beside(() => changePerson(all, server, token, seeded, 'Renamed once'))
    rows.push(
      ...changeRows('one person of all doors changed, until the last door has them', renamed),
      ...shares(renamed, renamed.serverMs),
    )
    done('terminals that have the changed person', terminalCount, renamed)
    await wait(settleMs)
    context.log(`a person changes while another terminal fetches ${peopleCount} people`)
    const began = now()
    all.start({ group: archive, ...given, devices: seeded.archive })
    const fetching = (await all.watch(archive, { what: 'people', count: peopleCount })).all
    const besideFetch = await beside(() => changePerson(all, server, token, seeded, 'Renamed twice'))
    const fetched = since(began, await fetching)
    rows.push(
      row({
        what: `the same while another terminal fetches ${peopleCount.toLocaleString('en-US')} people`,
        value: besideFetch.last,
        unit: 's',
        limit: { what: 'the same without it', value: renamed.last },
        atMost: aims.changeSeconds,
      }),
      row({ what: '  that one has them all after', value: fetched.last, unit: 's' }),
    )
    done('terminals that have it, and the one with everybody', terminalCount + 1, {
      reached: besideFetch.reached + fetched.reached,
    })
    await wait(settleMs)

    context.log('the server restarts')
    const back = await all.watch(doors, { what: 'connected' })
    const stoppedAt = now()
    await server.end()
    const stopSeconds = (now() - stoppedAt) / 1000
    const again = await start()
    const upAt = now()
    const returned = await beside(() => back.all)
    const usage = await usageOf(again)
    const fromStop = since(stoppedAt, returned)
    rows.push(
      row({
        what: 'the server restarts, until the last terminal is back and knows everything',
        value: fromStop.last,
        unit: 's',
        atMost: aims.backSeconds,
      }),
      row({ what: '  until the server had stopped', value: stopSeconds, unit: 's' }),
      row({ what: '  from its being ready on', value: since(upAt, returned).last, unit: 's' }),
      ...shares(since(upAt, returned), usage.cpuMs),
    )
    for (const [name, times] of lists)
      rows.push(
        row({
          what: `${name} meanwhile, p95`,
          value: percentile(times, 0.95),
          unit: 'ms',
          limit: { what: 'with no terminal connected', value: percentile(alone[name] ?? [], 0.95) },
          atMost: aims.listMs,
        }),
        row({
          what: `  p50 of ${times.length}`,
          value: percentile(times, 0.5),
          unit: 'ms',
          limit: { what: 'the same', value: percentile(alone[name] ?? [], 0.5) },
        }),
      )
    done('terminals that came back', terminalCount, fromStop)
    return measured
  },
}

/** The lowest memory use over a while: anything above it is garbage that was not collected yet. */
async function heldKb({ url }: RunningGatehouse): Promise<number> {
  let least = Infinity
  for (let sample = 0; sample < 40; sample++) {
    const text = await (await fetch(`${url}/metrics`)).text()
    const bytes = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'].map((name) =>
      Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]),
    )
    least = Math.min(least, bytes.reduce((sum, part) => sum + part) / 1024)
    await wait(250)
  }
  return least
}

type Seeded = {
  doors: { ldid: string; secret: string }[]
  archive: { ldid: string; secret: string }[]
  timetableId: string
  personId: string
}

/** A thousand doors with a group of their own and a timetable for it, and one terminal that everybody is on. */
async function seed(installation: Installation): Promise<Seeded> {
  const { pool } = installation
  const personIds = await bulkInsertPeople(installation, peopleCount, peoplePerDoor)
  await bulkInsertTemplates(installation, faceModelId)
  const devices = await bulkInsertDevices(installation, terminalCount + 1)
  await bulkInsertRecords(installation, recordCount)
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ id: string }>(text, values)
    const [first] = rows
    if (!first) throw new Error('nothing was made')
    return first.id
  }
  const groupId = await one(`insert into person_group (kind, name) values (1, 'Doors') returning id`, [])
  await pool.query('insert into group_member select $1, unnest($2::uuid[])', [groupId, personIds])
  const timetableId = await one(
    `insert into timetable (name, week, holiday) values ('Bench hours 1', $1, '[]') returning id`,
    [JSON.stringify(week)],
  )
  const doorIds = devices.slice(0, terminalCount).map(({ id }) => id)
  await bind(pool, doorIds, groupId)
  await pool.query('insert into pass_policy (device_id, group_id, timetable_id) select unnest($1::uuid[]), $2, $3', [
    doorIds,
    groupId,
    timetableId,
  ])
  const staffId = await one('select id from person_group where kind = 1 and is_default', [])
  await bind(pool, [devices.at(-1)?.id ?? ''], staffId)
  await pool.query('analyze')
  const credentials = devices.map(({ authorization }) => {
    const [ldid = '', secret = ''] = authorization.replace('Bearer ', '').split('.')
    return { ldid, secret }
  })
  return {
    timetableId,
    personId: personIds[0] ?? '',
    doors: credentials.slice(0, terminalCount),
    archive: credentials.slice(terminalCount),
  }
}

const week = Array.from({ length: 7 }, () => [{ startMinute: 480, endMinute: 1080 }])

async function bind(pool: Installation['pool'], deviceIds: readonly string[], groupId: string): Promise<void> {
  const values = [deviceIds, groupId]
  await pool.query('insert into device_group (device_id, group_id) select unnest($1::uuid[]), $2', values)
  await pool.query('insert into device_group_change select unnest($1::uuid[]), $2, 1', values)
}

/** As a reader of the console would: one request for what all doors share. */
async function changeTimetable(
  all: Terminals,
  server: RunningGatehouse,
  token: string,
  { timetableId }: Seeded,
  name: string,
) {
  const watching = await all.watch(doors, { what: 'timetable', name })
  const body = { name, validFromOn: null, validToOn: null, week, holiday: [], holidays: [] }
  return change(watching, server, () =>
    askServer(server.url, token)(updateTimetable, { params: { id: timetableId }, body }),
  )
}

async function changePerson(
  all: Terminals,
  server: RunningGatehouse,
  token: string,
  { personId: id }: Seeded,
  name: string,
) {
  const watching = await all.watch(doors, { what: 'person', id, name })
  return change(watching, server, () => askServer(server.url, token)(updateStaff, { params: { id }, body: { name } }))
}

async function change(watching: { all: Promise<Reached> }, server: RunningGatehouse, ask: () => Promise<unknown>) {
  const before = await usageOf(server)
  const began = now()
  await ask()
  const answered = (now() - began) / 1000
  const taken = since(began, await watching.all)
  return { ...taken, answered, serverMs: (await usageOf(server)).cpuMs - before.cpuMs }
}

/** `reached`: how many terminals got there. */
type Taken = { last: number; half: number; cpuMs: number; reached: number }

function changeRows(what: string, { last, half, answered }: Taken & { answered: number }): Row[] {
  return [
    row({ what, value: last, unit: 's', atMost: aims.changeSeconds }),
    row({ what: '  half of them', value: half, unit: 's' }),
    row({ what: '  the change itself was answered after', value: answered, unit: 's' }),
  ]
}

/** Share of one core during the measurement. */
const shares = ({ last, cpuMs }: Taken, serverMs: number): Row[] => [
  row({ what: '  of one core for the server', value: serverMs / (last * 1000), unit: 'share' }),
  row({ what: '  of one core for the terminals themselves', value: cpuMs / (last * 1000), unit: 'share' }),
]

const now = () => performance.timeOrigin + performance.now()

const since = (began: number, { at, cpuMs }: Reached): Taken => ({
  last: (Math.max(...at) - began) / 1000,
  half: (percentile(at, 0.5) - began) / 1000,
  cpuMs,
  reached: at.length,
})

/** Asks for the lists one after another, as consoles do that stay open. */
function watchLists(caller: Caller) {
  const times: Record<string, number[]> = { 'device list': [], 'records list': [] }
  let isEnding = false
  const ask = async (name: string, load: () => Promise<unknown>) => {
    const began = performance.now()
    await load()
    times[name]?.push(performance.now() - began)
    await wait(listPauseMs)
  }
  const running = (async () => {
    while (!isEnding) {
      await ask('device list', () => fetchText(caller, listDevices, { query: { size: 20 } }))
      await ask('records list', () => fetchText(caller, listRecords, { query: { size: 20 } }))
    }
  })()
  return {
    async end() {
      isEnding = true
      await running
      caller.connection.close()
      return times
    },
  }
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
