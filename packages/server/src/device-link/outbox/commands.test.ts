import { pullCommands, reportCommand } from '@gatehouse/contract/device/link.ts'
import { listCommands, listDevices, sendCommand } from '@gatehouse/contract/features/devices.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { goOffline, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { selectCommandPage } from './command-store.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())
beforeEach(async () => {
  device = await pairTestDevice(house, admin)
  await house.db.updateTable('device').set({ is_online: true }).where('id', '=', device.id).execute()
})

const send = (kind: 'open-once' | 'restart' | 'sync-now' | 'unbind', reason?: string) =>
  admin.ask(sendCommand, { params: { id: device.id }, body: { kind, ...(reason ? { reason } : {}) } })
const waiting = async () => (await device.ask(pullCommands)).commands
const report = (id: string, state: 'done' | 'failed' = 'done', result: string | null = null, by = device) =>
  by.call(reportCommand, { params: { id }, body: { state, result } })
const listed = async () => (await admin.ask(listCommands, { params: { id: device.id } })).items

it('[DEV-06] a command waits for its device, oldest first, and its outcome is shown', async () => {
  const open = await send('open-once', 'courier')
  const restart = await send('restart')
  expect(open).toMatchObject({ kind: 'open-once', state: 'waiting', reason: 'courier', result: null, finishedAt: null })
  expect((await waiting()).map(({ id }) => id)).toEqual([open.id, restart.id])
  expect((await report(open.id)).status).toBe(200)
  expect((await report(restart.id, 'failed', 'busy')).status).toBe(200)
  expect(await waiting()).toEqual([])
  expect(await listed()).toMatchObject([
    { id: restart.id, state: 'failed', result: 'busy' },
    { id: open.id, state: 'done', createdBy: open.createdBy },
  ])
  const line = await house.db
    .selectFrom('operation_log')
    .selectAll()
    .where('event', '=', 'command')
    .where('remark', '=', 'courier')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({
    module: 'device',
    item: 'Main door',
    result: 'success',
    facts: { command: 'open-once' },
  })
})

it('[DEV-06] of a controller each door lists what was sent to it and to all, and what was sent to other doors stays there', async () => {
  await house.db.updateTable('device').set({ door_count: 4 }).where('id', '=', device.id).execute()
  const sendTo = (kind: 'open-once' | 'hold-open' | 'sync-now', port?: number) =>
    admin.ask(sendCommand, { params: { id: device.id }, body: { kind, port } })
  const third = await sendTo('open-once', 3)
  const first = await sendTo('open-once')
  const all = await sendTo('hold-open')
  for (let n = 0; n < 20; n++) await sendTo('sync-now')
  const at = async (port: number, more: QueryInput<typeof listCommands> = {}) => {
    const query = { port, doorsOnly: 'true', ...more } as const
    const { items, total } = await admin.ask(listCommands, { params: { id: device.id }, query })
    expect(total).toBe(items.length)
    return items.map(({ id }) => id)
  }
  expect(third.port).toBe(3)
  expect(await at(3)).toEqual([all.id, third.id])
  expect(await at(1)).toEqual([all.id, first.id])
  expect(await at(2)).toEqual([all.id])
  expect(await at(3, { to: all.createdAt })).toEqual([third.id])
  expect(await at(3, { from: all.createdAt })).toEqual([all.id])
})

it('the commands of a door are read along the index of its device', async () => {
  await sql`insert into device_command (device_id, kind, created_by, created_at, expires_at)
    select d.id, 'sync-now', 'system', now() - n * interval '1 minute', now() from device d, generate_series(1, 3000) n`.execute(
    house.db,
  )
  await sql`analyze device_command`.execute(house.db)
  const asked = {
    page: 1,
    size: 200,
    doorsOnly: true,
    port: 3,
    from: house.clock.now().subtract({ hours: 12 }).toString(),
  }
  const plan = JSON.stringify(await selectCommandPage(house.db, device.id, { ...asked, to: undefined }).explain())
  expect(plan).toContain('device_command__device')
  expect(plan).not.toMatch(/Seq Scan|Sort/)
})

it('[DEV-06] an acknowledgement counts once', async () => {
  const { id } = await send('restart')
  const answers = await Promise.all([report(id), report(id), report(id, 'failed')])
  expect(answers.map(({ message }) => message).toSorted()).toEqual(['command.finished', 'command.finished', 'success'])
})

it('[DEV-06] a door that was not opened in time is not opened later', async () => {
  const { id, expiresAt, createdAt } = await send('open-once')
  expect(Temporal.Instant.from(expiresAt).since(createdAt).total('seconds')).toBe(15)
  house.clock.advance({ seconds: 16 })
  try {
    expect(await waiting()).toEqual([])
    expect(await listed()).toMatchObject([{ id, state: 'expired', finishedAt: null }])
    expect((await report(id, 'failed', 'too late')).message).toBe('command.finished')
    expect(await listed()).toMatchObject([{ state: 'expired' }])
    // The door did open, only the acknowledgement was delayed: the log must show that.
    expect((await report(id, 'done')).status).toBe(200)
    expect(await listed()).toMatchObject([{ state: 'done' }])
  } finally {
    house.clock.advance({ seconds: -16 })
  }
})

it('[DEV-06] a door cannot be opened by a device that is offline; other commands wait for it', async () => {
  await goOffline(house, device)
  const refused = await admin.call(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
  expect(refused).toMatchObject({ status: 409, message: 'device.offline' })
  await send('sync-now')
  expect(await waiting()).toMatchObject([{ kind: 'sync-now' }])
})

it("a device can neither see nor finish another's commands", async () => {
  const other = await pairTestDevice(house, admin)
  const { id } = await send('restart')
  expect((await other.ask(pullCommands)).commands).toEqual([])
  expect((await report(id, 'done', null, other)).message).toBe('command.not-found')
  expect(await waiting()).toHaveLength(1)
})

it('[DEV-06] a device that acknowledges its unbinding is gone', async () => {
  const { id } = await send('unbind')
  expect((await report(id)).status).toBe(200)
  await until(async () => (await device.call(pullCommands)).status === 401)
  expect((await admin.ask(listDevices, { query: { keyword: device.ldid } })).items).toEqual([])
})
