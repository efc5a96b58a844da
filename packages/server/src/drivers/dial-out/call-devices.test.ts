import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { type Program, startProgram } from '@gatehouse/testkit/start-program.ts'
import { until } from '@gatehouse/testkit/until.ts'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { inTransaction } from '../../ctx.ts'
import { openDatabase, openPool, type Db } from '../../db/open-database.ts'
import { calledDriver, type CalledMake } from './called-driver.ts'
import { LeaseLost, openLease } from './lease.ts'

let database: TestDatabase
let pool: ReturnType<typeof openPool>
let db: Db
let device: Server
let url: string
const servers: Program[] = []
const opened: { close(): Promise<void> }[] = []

/** Each call that a device saw, with its caller. */
type Seen = { ldid: string; by: string; epoch: number; atMs: number }
const seen: Seen[] = []
const atOnce = new Map<string, number>()
let [maxAtOnce, maxOfAll, status] = [0, 0, 200]
/** Calls wait for this before they are answered. */
let gate: Promise<void> | undefined

beforeEach(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 4)
  db = openDatabase(pool)
  seen.splice(0)
  atOnce.clear()
  ;[maxAtOnce, maxOfAll, status, gate] = [0, 0, 200, undefined]
  device = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://device')
    const ldid = asked.pathname.slice(1)
    seen.push({
      ldid,
      by: asked.searchParams.get('by') ?? '',
      epoch: Number(asked.searchParams.get('epoch')),
      atMs: performance.now(),
    })
    atOnce.set(ldid, (atOnce.get(ldid) ?? 0) + 1)
    maxAtOnce = Math.max(maxAtOnce, atOnce.get(ldid) ?? 0)
    maxOfAll = Math.max(
      maxOfAll,
      [...atOnce.values()].reduce((sum, one) => sum + one),
    )
    let isOver = false
    const over = () => {
      if (!isOver) atOnce.set(ldid, (atOnce.get(ldid) ?? 1) - 1)
      isOver = true
    }
    response.once('close', over)
    void Promise.resolve(gate).then(() => {
      over()
      response.writeHead(status).end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(device, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  url = `http://127.0.0.1:${(device.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  for (const server of servers.splice(0)) await server.end('SIGKILL')
  device.closeAllConnections()
  device.close()
  await db.destroy()
  await database.drop()
})

async function insertDevices(count: number): Promise<string[]> {
  const made = await bulkInsertDevices({ pool }, count)
  await db.updateTable('device').set({ make: 'zkteco' }).execute()
  return made.map(({ id }) => id)
}

const leaseMs = 1_500
async function startServer(name: string): Promise<Program> {
  const server = startProgram('packages/server/test/calling-server.ts', [name, url, String(leaseMs)], {
    environment: { DATABASE_URL: database.url },
  })
  servers.push(server)
  await server.says(/ready/)
  return server
}

const heard: string[] = []
const parts = {
  get services() {
    return { db, log: pino({ level: 'silent' }) }
  },
  events: { heard: (ldid: string) => void heard.push(ldid) },
}
type Parts = typeof parts

/** A driver in this process. */
const call = (more: Partial<CalledMake<Parts>> = {}) => {
  const driver = calledDriver<Parts>({
    make: 'zkteco',
    async converse({ ldid }, { epoch, signal }) {
      const answer = await fetch(`${url}/${ldid}?by=here&epoch=${epoch}`, { signal })
      if (!answer.ok) throw new Error(`the device answered ${answer.status}`)
    },
    ...more,
  })
  const running = driver.start(parts)
  opened.push(running)
  return running
}

const callsBy = (name: string) => seen.filter(({ by }) => by === name)

it('of two servers one calls a device, and after its kill in the middle of a call the other, never both at once', async () => {
  await insertDevices(3)
  const [first, second] = [await startServer('first'), await startServer('second')]
  await until(() => new Set(callsBy('first').map(({ ldid }) => ldid)).size > 0, 'it calls')
  const open = Promise.withResolvers<void>()
  gate = open.promise
  const lastOf = (ldid: string) => seen.findLast((one) => one.ldid === ldid)
  const underWay = () =>
    [...atOnce].flatMap(([ldid, count]) => (count === 1 && lastOf(ldid)?.by === 'first' ? ldid : []))
  const held = await until(() => (underWay().length > 0 ? underWay() : undefined), 'a call of it is under way')
  const killed = seen.length
  await first.end('SIGKILL')
  gate = undefined
  open.resolve()
  const since = () => seen.slice(killed)
  await until(() => held.every((ldid) => since().some((one) => one.ldid === ldid)), 'the other takes over')
  expect(since().filter(({ by }) => by !== 'second')).toEqual([])
  // Each epoch is of one caller, and none comes back.
  for (const { ldid } of since()) {
    const epochs = seen.filter((one) => one.ldid === ldid).map(({ epoch }) => epoch)
    expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
  }
  const callers = new Map<string, Set<string>>()
  for (const { ldid, epoch, by } of seen)
    callers.set(`${ldid} ${epoch}`, (callers.get(`${ldid} ${epoch}`) ?? new Set()).add(by))
  expect([...callers.values()].filter((names) => names.size > 1)).toEqual([])
  expect(maxAtOnce).toBe(1)
  expect(second.child.exitCode).toBeNull()
})

it('a server that stood still for longer than its lease calls nobody when it goes on', async () => {
  await insertDevices(1)
  const first = await startServer('first')
  await until(() => callsBy('first').length > 2)
  first.child.kill('SIGSTOP')
  await startServer('second')
  await until(() => callsBy('second').length > 2, 'the other takes over')
  const before = callsBy('first').length
  first.child.kill('SIGCONT')
  const now = callsBy('second').length
  await until(() => callsBy('second').length > now + 20)
  expect(callsBy('first').length).toBe(before)
})

it('a server that ends leaves its devices to another at once', async () => {
  await insertDevices(1)
  const first = await startServer('first')
  await until(() => callsBy('first').length > 0)
  await startServer('second')
  const began = performance.now()
  await first.end()
  await until(() => callsBy('second').length > 0)
  expect(callsBy('second')[0]!.atMs - began).toBeLessThan(leaseMs * 4)
  expect(maxAtOnce).toBe(1)
})

it('the yield of a call is not stored once another holds the lease', async () => {
  const [id = ''] = await insertDevices(1)
  const [first, other] = [await openLease(db, id, randomUUID(), 4_000), randomUUID()]
  await inTransaction({ db }, async ({ db }) => first?.hold(db))
  expect(await openLease(db, id, other, 60_000)).toBeUndefined()
  const second = await until(() => openLease(db, id, other, 60_000))
  expect(first?.signal.aborted).toBe(true)
  await expect(inTransaction({ db }, async ({ db }) => first?.hold(db))).rejects.toThrow(LeaseLost)
  await first?.renew()
  await inTransaction({ db }, async ({ db }) => second.hold(db))
  expect(second.epoch).toBe((first?.epoch ?? 0) + 1)
  await second.end()
})

it('a call ends with its lease', async () => {
  const [id = ''] = await insertDevices(1)
  let ended: unknown
  call({
    limits: { leaseMs: 400, lookMs: 50 },
    converse: (_, { signal }) =>
      new Promise((_, reject) => {
        // Somebody else writes to the database that the lease is over.
        void db.updateTable('device_lease').set({ epoch: 99 }).where('device_id', '=', id).execute()
        signal.addEventListener('abort', () => {
          ended = signal.reason
          reject(new Error('the lease is over'))
        })
      }),
  })
  expect(await until(() => ended)).toBeInstanceOf(LeaseLost)
})

it('a device that fails is called ever more rarely, and not sooner because something waits', async () => {
  const [id = ''] = await insertDevices(1)
  status = 500
  const calls = call({ limits: { leaseMs: 60_000, lookMs: 20, everyMs: 10, retryMs: 100, maxRetryMs: 60_000 } })
  await until(() => {
    calls.tell({ id, ldid: seen[0]?.ldid ?? '' }, 'people')
    return seen.length >= 5
  })
  const pauses = seen.slice(1).map(({ atMs }, n) => atMs - (seen[n]?.atMs ?? 0))
  // At least half of 100, 200, 400 and 800 ms.
  expect(pauses.slice(0, 4).every((pause, n) => pause >= 50 * 2 ** n)).toBe(true)
  status = 200
  const before = seen.length
  await until(() => seen.length > before + 5, 'it is called as before')
})

it('no more devices are called at once than may be', async () => {
  await insertDevices(12)
  const open = Promise.withResolvers<void>()
  gate = open.promise
  call({ limits: { leaseMs: 60_000, lookMs: 20, everyMs: 10, maxCalls: 5 } })
  await until(() => [...atOnce.values()].reduce((sum, one) => sum + one, 0) === 5)
  gate = undefined
  open.resolve()
  await until(() => new Set(seen.map(({ ldid }) => ldid)).size === 12, 'every device is called')
  expect(maxOfAll).toBe(5)
})

it('something that waits is brought at once to a device that answers', async () => {
  const [id = ''] = await insertDevices(1)
  // It looks once: the row of the device stays here, and a second look would take its lease again.
  const calls = call({ limits: { leaseMs: 60_000, lookMs: 3_600_000, everyMs: 3_600_000 } })
  await until(() => seen.length === 1 && atOnce.get(seen[0]!.ldid) === 0)
  await until(() => {
    calls.tell({ id, ldid: seen[0]!.ldid }, 'people')
    return seen.length > 1
  })
  expect(heard).toContain(seen[0]!.ldid)
  // It was unbound: another server could have its lease at once.
  calls.forget(seen[0]!.ldid)
  const next = await until(() => openLease(db, id, randomUUID(), 1_000))
  expect(next.epoch).toBe(2)
  await next.end()
})
