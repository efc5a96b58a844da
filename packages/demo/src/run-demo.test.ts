import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAccounts, resetPassword } from '@gatehouse/contract/features/accounts.ts'
import { getAlarm, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { listAttendanceDays } from '@gatehouse/contract/features/attendance/days.ts'
import { listPunchRequests } from '@gatehouse/contract/features/attendance/punches.ts'
import { deleteDevice, listCommands, listDevices } from '@gatehouse/contract/features/devices.ts'
import { listFloorPlans } from '@gatehouse/contract/features/floor-plans.ts'
import { listInterlocks } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listSites } from '@gatehouse/contract/features/sites.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { withDatabase } from '@gatehouse/server/db/reach-database.ts'
import { readConfig } from '@gatehouse/server/lib/config.ts'
import { afterEach, expect, it } from 'vitest'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { logIn } from '@gatehouse/testkit/seeds/log-in.ts'
import { doorNames, yardGate } from './generate-day.ts'
import { demoAccount, runDemo } from './run-demo.ts'

const folders: string[] = []
const running: (() => Promise<void>)[] = []
/** A demo whose test fails would go on, and hold everything up. */
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** Alarms as the newest one that is over, but acknowledged by nobody; gives their ids. */
const insertAlarms = (folder: string, many: number, minutesAgo: { raised: number; last: number }): Promise<string[]> =>
  withDatabase(readConfig({ GATEHOUSE_DATA: join(folder, 'data') }), async (db) => {
    const like = await db
      .selectFrom('alarm')
      .selectAll()
      .where('status', '=', 'released')
      .orderBy('raised_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const now = Temporal.Now.instant()
    const lastAt = now.subtract({ minutes: minutesAgo.last }).toString()
    const fresh = {
      raised_at: now.subtract({ minutes: minutesAgo.raised }).toString(),
      last_at: lastAt,
      released_at: lastAt,
      acknowledged_at: null,
      handler_id: null,
      handler_name: null,
      image_hash: null,
      device_alarm_id: null,
      trace: '[]',
    }
    const rows = Array.from({ length: many }, () => ({ ...like, ...fresh, id: randomUUID() }))
    await db.insertInto('alarm').values(rows).execute()
    return rows.map(({ id }) => id)
  })

/** The demo on a free port, up to where its doors go with the clock. */
async function startDemo(folder: string) {
  const said: string[] = []
  const stopping = new AbortController()
  const live = Promise.withResolvers<void>()
  let url = ''
  const ended = runDemo({
    folder,
    people: 8,
    // two working days are among any four
    days: 4,
    isFresh: false,
    signal: stopping.signal,
    say: (line) => void said.push(line),
    careEveryMs: 300,
    environment: { ...process.env, PORT: '0', FACE_WORKERS: '1' },
    onReady: (at) => (url = at),
    onLive: live.resolve,
  })
  await Promise.race([live.promise, ended])
  const stop = async () => {
    stopping.abort()
    await ended
  }
  running.push(stop)
  const { token } = await logIn(url, demoAccount.account, demoAccount.password)
  return { url, ask: askServer(url, token), stop, said }
}

it('a small company has people, doors, records of days gone by and attendance, and goes on when started again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'))
  await rm(folder, { recursive: true })
  folders.push(folder)
  const first = await startDemo(folder)
  const staff = await first.ask(listStaff, { query: { size: 100 } })
  expect(staff.total).toBe(8)
  expect(staff.items.filter(({ portraitId }) => portraitId !== null).length).toBeGreaterThan(5)
  // One of them is on leave.
  expect(staff.items.filter(({ suspension }) => suspension?.reason === 'Parental leave')).toHaveLength(1)
  const doors = await first.ask(listDevices, { query: {} })
  const all = doorNames.length + 1
  expect(doors.counts).toEqual({ total: all, online: all, offline: 0 })
  expect(doors.items.find(({ name }) => name === yardGate)?.make).toBe('zkteco')
  const sites = (await first.ask(listSites)).items
  expect(sites.map(({ name }) => name)).toEqual(['Harbour depot', 'Lisbon office', 'Riverside'])
  for (const { id } of sites) {
    const [plan] = await first.ask(listFloorPlans, { params: { id } })
    expect(plan?.places.length).toBeGreaterThan(1)
  }
  expect((await first.ask(listInterlocks))[0]?.doors).toHaveLength(2)
  const { items } = await first.ask(listRecords, { query: { kind: 'staff', size: 100 } })
  expect(items.length).toBeGreaterThan(15)
  expect(items.some(({ opened }) => opened)).toBe(true)
  expect(items.every(({ hasCapture, hasDoubtfulTime }) => hasCapture && !hasDoubtfulTime)).toBe(true)
  const [to, from] = [Temporal.Now.plainDateISO('UTC'), Temporal.Now.plainDateISO('UTC').subtract({ days: 5 })]
  const calculatedDays = async () =>
    (
      await first.ask(listAttendanceDays, { query: { from: from.toString(), to: to.toString(), size: 100 } })
    ).items.filter(({ workedMinutes }) => (workedMinutes ?? 0) > 300).length
  // attendance follows the records
  await expect.poll(calculatedDays, { interval: 500 }).toBeGreaterThan(6)
  // Two alarms wait; the device administrator has dealt with those of before, minutes after they rang.
  const alarms = (await first.ask(listAlarms, { query: { size: 100 } })).items
  const waiting = alarms.filter(({ status }) => status === 'raised')
  // A day may bring one more in its last two hours.
  expect(waiting.map(({ type, device }) => `${type} at ${device.name}`)).toEqual(
    expect.arrayContaining(['forced-open at Warehouse exit', 'tamper at Assembly point']),
  )
  const handled = alarms.filter(({ acknowledgedAt }) => acknowledgedAt !== null)
  expect(handled.map(({ type }) => type)).toEqual(expect.arrayContaining(['strangers', 'tamper']))
  for (const { id } of handled) {
    const { handler, status, lastAt, releasedAt, trace } = await first.ask(getAlarm, { params: { id } })
    expect(handler?.name).toBe('deviceadmin')
    expect(status).toBe('released')
    const [rangAt, over] = [Date.parse(lastAt), Date.parse(releasedAt ?? '')]
    expect(over - rangAt).toBeLessThan(30 * 60_000)
    const remark = trace.find(({ by, text }) => by === 'deviceadmin' && text !== null)
    expect(Date.parse(remark?.at ?? '') - rangAt).toBeLessThan(30 * 60_000)
  }
  const corrections = (await first.ask(listPunchRequests, { query: {} })).items
  expect(corrections.map(({ state }) => state).toSorted()).toEqual(['approved', 'waiting', 'waiting'])
  const { role } = await logIn(first.url, 'visitoradmin', demoAccount.password)
  expect(role.name).toBe('visitorAdmin')
  await first.stop()

  const again = await startDemo(folder)
  expect((await again.ask(listStaff, { query: {} })).total).toBe(8)
  const devices = await again.ask(listDevices, { query: {} })
  expect(devices.counts.online).toBe(all)
  // Its terminal has forgotten everybody, and asks for them one time.
  const gateId = devices.items.find(({ name }) => name === yardGate)?.id ?? ''
  const asked = async () => (await again.ask(listCommands, { params: { id: gateId } })).items
  await expect.poll(asked, { interval: 500 }).toMatchObject([{ kind: 'sync-now', state: 'done' }])
  await again.ask(deleteDevice, { params: { id: gateId } })
  // Alarms of hours ago are dealt with while the doors go on, more of them than one call takes; one that rang again is left.
  const isHandled = async (id = '') => (await again.ask(getAlarm, { params: { id } })).acknowledgedAt !== null
  const [repeated] = await insertAlarms(folder, 1, { raised: 170, last: 1 })
  const over = (await insertAlarms(folder, 201, { raised: 180, last: 150 })).toSorted()
  await expect.poll(() => isHandled(over[0]), { interval: 500 }).toBe(true)
  expect(await isHandled(repeated)).toBe(false)
  // Somebody gives the account that deals with them another password: the demo goes on without it.
  const { items: accounts } = await again.ask(listAccounts, { query: { keyword: 'deviceadmin' } })
  await again.ask(resetPassword, { params: { id: accounts[0]?.id ?? '' } })
  await expect.poll(() => again.said.at(-1)).toContain('deviceadmin has another password')
  expect((await again.ask(listStaff, { query: {} })).total).toBe(8)
  await again.stop()

  // A demo of before the gate was thought of gets it.
  const third = await startDemo(folder)
  const gates = async () => (await third.ask(listDevices, { query: {} })).items.filter(({ make }) => make === 'zkteco')
  expect(await gates()).toMatchObject([{ name: yardGate }])
  await third.stop()
})

it('a folder that holds something else is left alone', async () => {
  await expect(
    runDemo({
      folder: import.meta.dirname,
      people: 1,
      days: 1,
      isFresh: true,
      signal: new AbortController().signal,
      say: () => {},
      environment: {},
    }),
  ).rejects.toThrow('holds something else')
})
