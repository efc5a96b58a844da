import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import {
  acceptAnnouncement,
  getDevice,
  listAnnouncements,
  listCommands,
  sendCommand,
} from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { createStaff, deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { createZkTerminal, type ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import type { ZkRequest } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const sendTo =
  (address = '10.1.0.1') =>
  async ({ method, path, contentType, body }: ZkRequest) => {
    const answer = await house.gatehouse.fastify.inject({
      method,
      url: path,
      remoteAddress: address,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, text: answer.body, date: String(answer.headers['date']) }
  }

const terminalOf = (
  dialect: 'att' | 'acc',
  serialNumber: string,
  more: Partial<Parameters<typeof createZkTerminal>[0]> = {},
) => createZkTerminal({ dialect, serialNumber, send: sendTo(), ...more })

let made = 0

/** Announced by its first call, accepted in the console, and online; another serial number each time. */
async function accepted(
  dialect: 'att' | 'acc',
  name: string,
  more: Partial<Parameters<typeof createZkTerminal>[0]> = {},
) {
  const serialNumber = `${name}${++made}`
  const terminal = terminalOf(dialect, serialNumber, more)
  expect(await terminal.handshake()).toBe(false)
  const waiting = (await admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === serialNumber)
  const device = await admin.ask(acceptAnnouncement, {
    params: { id: waiting?.id ?? '' },
    body: { name: serialNumber },
  })
  await until(() => terminal.handshake())
  await until(async () => (await admin.ask(getDevice, { params: { id: device.id } })).isOnline, 'the device is online')
  return { terminal, device, serialNumber }
}

/** Polls until nothing more comes; hints of changes are a moment behind. */
const settle = (terminal: ZkTerminal, isThere: () => boolean) =>
  until(async () => {
    for (let n = 0; n < 50 && (await terminal.poll()) > 0; n++);
    return isThere() || undefined
  })

/** A portrait that is a picture, too. */
async function insertPortrait(): Promise<string> {
  const id = await insertNamedPortrait(house, randomUUID())
  const blob_hash = await house.gatehouse.services.blobs.put(jpegWith(randomBytes(2_000)))
  await house.db.updateTable('image').set({ blob_hash }).where('id', '=', id).execute()
  return id
}

const enrol = async (name: string, more: object = {}) =>
  admin.ask(createStaff, { body: { name, portraitId: await insertPortrait(), force: true, ...more } })
const numberOf = (terminal: ZkTerminal, name: string) =>
  [...terminal.state.people].find(([, person]) => person.name === name)?.[0] ?? ''
const recordsOf = async (deviceId: string) => (await admin.ask(listRecords, { query: { deviceId } })).items
const waitingCount = async () => (await admin.ask(listAnnouncements)).total

describe.each(['att', 'acc'] as const)('a terminal of the dialect %s', (dialect) => {
  it('[DEV-06] joins, gets a person with card and face, and the passage stands in the product with its photograph', async () => {
    const { terminal, device } = await accepted(dialect, `JOIN${dialect}`)
    await enrol(`Ann ${dialect}`, { icCard: dialect === 'att' ? '0815' : '0816' })
    await settle(terminal, () => terminal.state.photos.has(numberOf(terminal, `Ann ${dialect}`)))
    const pin = numberOf(terminal, `Ann ${dialect}`)
    expect(pin).toMatch(/^[1-9]\d{8}$/)
    expect(terminal.state.people.get(pin)?.card).toBe(dialect === 'att' ? '815' : '816')
    if (dialect === 'acc') expect(terminal.state.rights.get(pin)).toBe(1)
    terminal.pass({ pin, photo: jpegWith(randomBytes(2_000)) })
    terminal.pass({ photo: jpegWith(randomBytes(2_000)) })
    await terminal.deliver()
    expect(terminal.waiting()).toBe(0)
    const records = await recordsOf(device.id)
    const seen = records.map(({ kind, opened, hasCapture }) => `${kind} ${opened} ${hasCapture}`)
    expect(new Set(seen)).toEqual(new Set(['staff true true', 'stranger false true']))
    expect(records).toHaveLength(2)
    expect(records.find(({ kind }) => kind === 'staff')?.person?.name).toBe(`Ann ${dialect}`)
    expect((await admin.ask(getDevice, { params: { id: device.id } })).isOnline).toBe(true)
  })

  it('sends everything again after a lost answer, and every record stands once', async () => {
    const faults = {
      repeats: true,
      cuts: true,
      replays: true,
      swapsColumns: true,
      hasNoContentType: true,
      onlyInfo: true,
    }
    const { terminal, device } = await accepted(dialect, `AGAIN${dialect}`, { faults })
    for (let n = 0; n < 4; n++) terminal.pass({ event: 27 })
    await terminal.deliver()
    await terminal.handshake()
    await terminal.deliver()
    expect(await recordsOf(device.id)).toHaveLength(4)
  })

  it('opens for the console once, and the answer is told', async () => {
    const { terminal, device } = await accepted(dialect, `OPEN${dialect}`)
    await settle(terminal, () => true)
    const command = await admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
    await settle(terminal, () => terminal.state.acts.length > 0)
    await settle(terminal, () => true)
    expect(terminal.state.acts).toEqual([dialect === 'att' ? 'AC_UNLOCK' : '01010105'])
    const { items } = await admin.ask(listCommands, { params: { id: device.id } })
    expect(items.find(({ id }) => id === command.id)?.state).toBe('done')
  })

  it('tells an alarm when it begins and when it ends, once each', async () => {
    const { terminal, device } = await accepted(dialect, `ALARM${dialect}`)
    const alarms = async () => (await admin.ask(listAlarms, { query: { deviceId: device.id } })).items
    terminal.alarm('forced')
    if (dialect === 'acc') terminal.alarm('forced')
    await terminal.deliver()
    expect((await alarms()).map(({ type, status, times }) => [type, status, times])).toEqual([
      ['forced-open', 'raised', 1],
    ])
    terminal.alarm('none')
    await terminal.deliver()
    expect((await alarms()).map(({ status }) => status)).toEqual(['released'])
  })

  it('brings somebody who is enrolled at it as one registration, which waits to be approved', async () => {
    const { terminal } = await accepted(dialect, `ENROL${dialect}`)
    const photo = photograph(dialect === 'att' ? faces.cage : faces.audrey)
    for (let n = 0; n < 2; n++) terminal.enrol('17', `Eve ${dialect}`, photo)
    await terminal.deliver()
    const { items } = await admin.ask(listRegistrations)
    expect(items.filter(({ name }) => name === `Eve ${dialect}`).map(({ state }) => state)).toEqual(['pending'])
  })

  it('forgets a person who no longer belongs there', async () => {
    const { terminal } = await accepted(dialect, `GONE${dialect}`)
    const { id } = await enrol(`Gone ${dialect}`)
    await settle(terminal, () => terminal.state.photos.has(numberOf(terminal, `Gone ${dialect}`)))
    await admin.ask(deleteStaff, { body: { ids: [id] } })
    await settle(terminal, () => numberOf(terminal, `Gone ${dialect}`) === '')
    expect(terminal.state.photos.size).toBe(terminal.state.people.size)
  })

  it('gives nothing to another machine with its serial number, and raises an alarm', async () => {
    const { device, serialNumber } = await accepted(dialect, `CLONE${dialect}`)
    const clone = terminalOf(dialect, serialNumber, { mac: '00:17:61:99:99:99', send: sendTo('10.9.9.9') })
    const isTaken = await clone.handshake()
    if (dialect === 'acc') expect(isTaken).toBe(false)
    const { items } = await admin.ask(listAlarms, { query: { deviceId: device.id } })
    expect(items.map(({ type }) => type)).toEqual(['cloned'])
  })
})

it('a name in Chinese arrives at a terminal that is set to Chinese', async () => {
  const bytes: Buffer[] = []
  const { terminal } = await accepted('att', 'CHINESE', {
    faults: { isChinese: true },
    send: async (request) => {
      const { method, path, body } = request
      const answer = await house.gatehouse.fastify.inject({
        method,
        url: path,
        remoteAddress: '10.1.0.1',
        ...(body && { payload: body }),
      })
      bytes.push(answer.rawPayload)
      return { status: answer.statusCode, text: new TextDecoder('gb18030').decode(answer.rawPayload), date: undefined }
    },
  })
  await enrol('李伟')
  await settle(terminal, () => numberOf(terminal, '李伟') !== '')
  expect(bytes.some((one) => one.includes(Buffer.from([0xc0, 0xee, 0xce, 0xb0])))).toBe(true)
})

it('a terminal that is taken out of service closes every zone', async () => {
  const { terminal, device } = await accepted('acc', 'CLOSED')
  await settle(terminal, () => terminal.state.zones.has('2'))
  expect(terminal.state.zones.get('2')).toContain('2359')
  const { revision } = await admin.ask(getDeviceSettings, { params: { id: device.id } })
  await house.db
    .updateTable('device')
    .set({ settings: JSON.stringify({ isRunning: false }), settings_revision: revision + 1 })
    .where('id', '=', device.id)
    .execute()
  house.clock.advance({ seconds: 61 })
  await settle(terminal, () => !terminal.state.zones.get('2')?.includes('2359'))
  expect(terminal.state.zones.get('2')).toMatch(/^0(?: 0)+$/)
})

it('a command at the door whose answer is lost is not sent again, and stands as not known', async () => {
  const { terminal, device, serialNumber } = await accepted('acc', 'LOST')
  await settle(terminal, () => true)
  await admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
  const poll = () =>
    house.gatehouse.fastify.inject({ url: `/iclock/getrequest?SN=${serialNumber}`, remoteAddress: '10.1.0.1' })
  const first = await until(async () => {
    const { body } = await poll()
    return body.includes('CONTROL DEVICE') ? body : undefined
  })
  expect(first).toMatch(/^C:\d+:CONTROL DEVICE 01010105\n$/)
  expect((await poll()).body).toBe('OK')
  house.clock.advance({ seconds: 120 })
  expect((await poll()).body).not.toContain('CONTROL DEVICE')
  const row = await house.db
    .selectFrom('zkteco_command')
    .select(['state', 'text_sealed'])
    .where('device_id', '=', device.id)
    .where('command_id', 'is not', null)
    .executeTakeFirst()
  expect(row).toEqual({ state: 'unknown', text_sealed: null })
  const { items } = await admin.ask(listCommands, { params: { id: device.id } })
  expect(items.map(({ state, result }) => [state, result])).toEqual([['failed', expect.stringContaining('not known')]])
})

describe('a stranger', () => {
  const call = (method: 'GET' | 'POST', url: string, payload?: Buffer | string) =>
    house.gatehouse.fastify.inject({
      method,
      url,
      remoteAddress: '10.2.0.1',
      ...(payload === undefined ? {} : { payload }),
    })

  it('gets no data and leaves none, whatever it sends', async () => {
    const before = await waitingCount()
    for (const path of [
      'getrequest',
      'cdata?table=ATTLOG',
      'devicecmd',
      'rtdata?type=time',
      'querydata',
      'push',
      'file?url=../../keys/master.key',
    ]) {
      const url = `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=STRANGER1`
      expect((await call('POST', url, '7\t2026-01-05 08:00:01\t0\t15')).statusCode, path).toBe(401)
      expect((await call('GET', url)).statusCode, path).toBe(401)
    }
    expect((await call('POST', '/iclock/registry?SN=STRANGER1', 'DeviceType=acc')).statusCode).toBe(406)
    expect(await waitingCount()).toBe(before)
    expect(await house.db.selectFrom('device_line').select('id').execute()).toEqual([])
  })

  it('with no serial number, or an address that does not exist, is refused', async () => {
    expect((await call('GET', '/iclock/cdata?options=all')).statusCode).toBe(400)
    expect((await call('GET', '/iclock/nothing?SN=STRANGER1')).statusCode).toBe(404)
    expect((await call('GET', '/iclock/../api/v2/staff?SN=STRANGER1')).body).not.toContain('items')
  })
})

describe('a terminal that was accepted', () => {
  it('blocks nothing with a row that is none: it is kept sealed, and the others are stored', async () => {
    const { terminal, device } = await accepted('att', 'BROKEN')
    terminal.uploadRaw(
      'cdata.aspx?table=ATTLOG',
      '\t2026-01-05 08:00:01\t255\t15\nno row at all\n\t2026-01-05 08:00:02\t255\t15\n',
    )
    await terminal.deliver()
    expect(terminal.waiting()).toBe(0)
    expect(await recordsOf(device.id)).toHaveLength(2)
    const kept = await house.db
      .selectFrom('device_line')
      .select(['place', 'line_sealed'])
      .where('device_id', '=', device.id)
      .execute()
    expect(kept.map(({ place }) => place)).toEqual(['ATTLOG'])
    expect(kept[0]?.line_sealed.includes('no row')).toBe(false)
  })

  it('sends a bundle of rows, which is unpacked within bounds, and a bomb is answered and not kept', async () => {
    const { terminal, device } = await accepted('att', 'BUNDLE')
    const row = 'OPLOG 3\t0\t2026-01-05 08:00:01\t55\t0\t0\t0\n'
    const header = Buffer.alloc(512)
    header.write('operlog')
    header.write(row.length.toString(8).padStart(11, '0'), 124)
    const file = Buffer.alloc(512)
    file.write(row)
    terminal.uploadRaw(
      'cdata?table=OPERLOG&ContentType=tgz',
      gzipSync(Buffer.concat([header, file, Buffer.alloc(1024)])),
    )
    terminal.uploadRaw('cdata?table=OPERLOG&ContentType=tgz', gzipSync(Buffer.alloc(40_000_000)))
    await terminal.deliver()
    expect(terminal.waiting()).toBe(0)
    const { items } = await admin.ask(listAlarms, { query: { deviceId: device.id } })
    expect(items.map(({ type }) => type)).toEqual(['tamper'])
  })

  it('with a clock of the year 2099 stores its record at the time of its arrival, once', async () => {
    const { terminal, device } = await accepted('att', 'FUTURE')
    for (let n = 0; n < 2; n++) terminal.uploadRaw('cdata?table=ATTLOG', '\t2099-01-05 08:00:01\t255\t15\n')
    await terminal.deliver()
    const records = await recordsOf(device.id)
    expect(records).toHaveLength(1)
    expect(records[0]?.recognisedAt.slice(0, 4)).not.toBe('2099')
  })

  it('brings a photograph that comes before its record', async () => {
    const { terminal, device } = await accepted('att', 'EARLY')
    const jpeg = jpegWith(randomBytes(500))
    terminal.uploadRaw(
      'fdata?table=ATTPHOTO',
      Buffer.concat([Buffer.from('PIN=20260105080001.jpg\nsize=1\nCMD=uploadphoto\0'), jpeg]),
    )
    terminal.uploadRaw('cdata?table=ATTLOG', '\t2026-01-05 08:00:01\t255\t15\n')
    await terminal.deliver()
    expect((await recordsOf(device.id)).map(({ hasCapture }) => hasCapture)).toEqual([true])
  })

  it('is told a face that it cannot use only once, and the console names the reason', async () => {
    const { terminal, device } = await accepted('acc', 'NOFACE')
    const person = await admin.ask(createStaff, {
      body: { name: 'Faceless', portraitId: await insertNamedPortrait(house, 'Faceless'), force: true },
    })
    await settle(terminal, () => numberOf(terminal, 'Faceless') !== '')
    const reason = await until(async () => {
      await terminal.poll()
      const failures = house.db.selectFrom('device_person_failure').select('reason').where('device_id', '=', device.id)
      return (await failures.where('person_id', '=', person.id).executeTakeFirst())?.reason
    })
    expect(reason).toBe('portrait-unreadable')
  })
})

it('nothing answers below /iclock/ unless the protocol is switched on, and a session of the console opens nothing there', async () => {
  const url = '/iclock/cdata?SN=SESSION1&options=all&DeviceType=att'
  const asAdmin = await house.gatehouse.fastify.inject({
    url,
    headers: { cookie: `token=${admin.token}`, 'auth-token': admin.token },
  })
  expect([asAdmin.statusCode, asAdmin.body]).toEqual([401, 'Device Unauthorized'])
  const plain = await startTestGatehouse()
  try {
    expect((await plain.gatehouse.fastify.inject({ url })).body).not.toContain('Unauthorized')
    expect(await plain.db.selectFrom('device_announcement').select('id').execute()).toEqual([])
  } finally {
    await plain.close()
  }
})
