import { commandLiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { listCommands, sendCommand, sendCommands } from '@gatehouse/contract/features/devices.ts'
import { getOpeningRule, maxReasons, updateOpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { createDoor } from '@gatehouse/contract/features/sites.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildDoors, type DoorDevice } from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let plain: DoorDevice
let guarded: DoorDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  const build = buildDoors(house, admin)
  const { site, hall } = await build.site()
  plain = await build.door(site, null, hall.id)
  guarded = await build.door(site, null, hall.id, { needsReason: true })
})
afterAll(() => house.close())
afterEach(() => setRule(false))

const setRule = (needsReason: boolean, reasons: string[] = []) =>
  admin.ask(updateOpeningRule, { body: { needsReason, reasons } })
const setOnline = () => house.db.updateTable('device').set({ is_online: true }).execute()

/** Every way on which a door is opened or held. */
const ways = {
  'a door of Live': (device: DoorDevice, kind: 'open-once' | 'hold-open', reason?: string) =>
    admin.call(commandLiveDoor, { params: { id: device.doorId }, body: { kind, reason } }),
  'a device': (device: DoorDevice, kind: 'open-once' | 'hold-open', reason?: string) =>
    admin.call(sendCommand, { params: { id: device.id }, body: { kind, reason } }),
  'many devices': (device: DoorDevice, _: 'open-once' | 'hold-open', reason?: string) =>
    admin.call(sendCommands, { body: { deviceIds: [device.id], kind: 'hold-open', reason } }),
}
const all = Object.entries(ways).map(([way, send]) => ({ way, send }))

describe('the reason for opening a door', () => {
  it.each(all)('at a door that needs one, $way opens with one only', async ({ send }) => {
    await setOnline()
    for (const kind of ['open-once', 'hold-open'] as const) {
      expect((await send(guarded, kind)).message).toBe('door.reason-needed')
      expect((await send(guarded, kind, '   ')).message).toBe('door.reason-needed')
      expect((await send(guarded, kind, 'Delivery')).status).toBe(200)
      expect((await send(plain, kind)).status).toBe(200)
    }
  })

  it.each(all)('where the enterprise asks for one, $way opens no door without', async ({ send }) => {
    await setRule(true)
    await setOnline()
    expect((await send(plain, 'open-once')).message).toBe('door.reason-needed')
    expect((await send(plain, 'open-once', 'Delivery')).status).toBe(200)
  })

  it('holding a door closed and ending a hold need no reason', async () => {
    for (const kind of ['hold-closed', 'normal'] as const)
      expect((await admin.call(commandLiveDoor, { params: { id: guarded.doorId }, body: { kind } })).status).toBe(200)
  })

  it('the reason stands in the operation log and with the command', async () => {
    await setOnline()
    const reason = `Delivery ${guarded.doorId}`
    const answer = await ways['a door of Live'](guarded, 'open-once', reason)
    const line = await house.db
      .selectFrom('operation_log')
      .select(['remark', 'item'])
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .executeTakeFirstOrThrow()
    expect(line.remark).toBe(reason)
    const { items } = await admin.ask(listCommands, { params: { id: guarded.id }, query: {} })
    expect(items.map((command) => command.reason)).toContain(reason)
  })

  it('a refused opening reaches no device, and leaves a line', async () => {
    await setOnline()
    const count = async () => (await admin.ask(listCommands, { params: { id: guarded.id }, query: {} })).total
    const before = await count()
    const answer = await ways['a door of Live'](guarded, 'open-once')
    expect(answer.desc).toContain('needs a reason')
    expect(await count()).toBe(before)
    const line = await house.db
      .selectFrom('operation_log')
      .select(['result', 'error_code'])
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ result: 'failure', error_code: 'door.reason-needed' })
  })

  it('the rule names the doors and devices that need one, and each reason once', async () => {
    const rule = await setRule(false, ['Delivery', 'Visitor', 'Delivery'])
    expect(rule).toEqual({
      needsReason: false,
      reasons: ['Delivery', 'Visitor'],
      doorIds: [guarded.doorId],
      deviceIds: [guarded.id],
    })
    expect(await (await house.asRole('deviceAdmin')).ask(getOpeningRule, {})).toEqual(rule)
    const tooMany = Array.from({ length: maxReasons + 1 }, (_, n) => `Reason ${n}`)
    const refused = await admin.call(updateOpeningRule, { body: { needsReason: false, reasons: tooMany } })
    expect(refused.message).toBe('request.invalid')
  })

  it('a device administrator asks for reasons at a door, and not for the whole enterprise', async () => {
    const deviceAdmin = await house.asRole('deviceAdmin')
    const refused = await deviceAdmin.call(updateOpeningRule, { body: { needsReason: false, reasons: [] } })
    expect(refused.message).toBe('auth.permission-denied')
    const { site, hall } = await buildDoors(house, admin).site()
    const places = { siteId: site.id, fromAreaId: null, toAreaId: hall.id, readers: [] }
    const door = await deviceAdmin.ask(createDoor, { body: { name: 'Archive', needsReason: true, ...places } })
    expect(door.needsReason).toBe(true)
  })
})
