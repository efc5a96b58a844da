import type { QueryInput } from '@gatehouse/contract/route.ts'
import { randomUUID } from 'node:crypto'
import { hello, pushRecords } from '@gatehouse/contract/device/link.ts'
import {
  deleteDevice,
  getDevice,
  listCommands,
  listDevicePeople,
  listDeviceModels,
  listDevices,
  updateDevice,
} from '@gatehouse/contract/features/devices.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildRecord, pairTestDevice, type PairedDevice, testVersions } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let lab: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'East gate')
  lab = await pairTestDevice(house, admin, 'Lab 100%')
})
afterAll(() => house.close())

it('[DEV-01] the list shows everything that a device reported about itself, and since when it is there', async () => {
  const versions = { ...testVersions(gate.serialNumber), firmwareVersion: '2.1', appVersion: '3.7' }
  await gate.ask(hello, {
    body: { versions, clockAt: Temporal.Now.instant().subtract({ seconds: 90 }).toString(), nextSequence: 1 },
  })
  const list = () => admin.ask(listDevices, { query: { keyword: gate.ldid } })
  // A device that calls counts as online, as soon as that is stored.
  await until(async () => (await list()).items[0]?.isOnline)
  const { items } = await list()
  expect(items).toMatchObject([
    {
      id: gate.id,
      ldid: gate.ldid,
      name: 'East gate',
      location: 'Lobby',
      type: 'GHT',
      ip: '10.0.0.1',
      description: null,
      serialNumber: gate.serialNumber,
      model: 'Test terminal',
      manufacturer: 'Gatehouse',
      hardwareVersion: '1',
      firmwareVersion: '2.1',
      appVersion: '3.7',
      isOnline: true,
      direction: 'in',
    },
  ])
  const detail = await admin.ask(getDevice, { params: { id: gate.id } })
  expect(detail.clockOffsetMs).toBeGreaterThan(-95_000)
  expect(detail.clockOffsetMs).toBeLessThan(-85_000)
  expect(JSON.stringify([items, detail])).not.toContain('secret')
})

it('[DEV-01] devices are filtered by type, by model and by their ids, and the counts with them', async () => {
  const idsOf = async (query: QueryInput<typeof listDevices>) => {
    const { items, total, counts } = await admin.ask(listDevices, { query })
    expect(total).toBe(items.length)
    expect(counts.total).toBe(items.length)
    return items.map(({ id }) => id).toSorted()
  }
  await house.db.updateTable('device').set({ model: 'Rare model' }).where('id', '=', lab.id).execute()
  expect(await admin.ask(listDeviceModels)).toEqual([
    { type: 'GHT', model: 'Rare model' },
    { type: 'GHT', model: 'Test terminal' },
  ])
  expect(await idsOf({ model: 'Rare model' })).toEqual([lab.id])
  expect(await idsOf({ type: 'GHT' })).toEqual([gate.id, lab.id].toSorted())
  expect(await idsOf({ type: 'GHT', model: 'Test terminal' })).toEqual([gate.id])
  expect(await idsOf({ type: 'XYZ' })).toEqual([])
  expect(await idsOf({ ids: `${lab.id},${randomUUID()}` })).toEqual([lab.id])
  expect(await idsOf({ ids: lab.id, model: 'Test terminal' })).toEqual([])
  for (const ids of ['', 'x', `${lab.id},`])
    expect((await admin.call(listDevices, { query: { ids } })).status).toBe(400)
  await house.db.updateTable('device').set({ model: 'Test terminal' }).where('id', '=', lab.id).execute()
})

it('[DEV-01] devices are found by name, location, description, LDID and serial number; % is a letter like any other', async () => {
  await admin.ask(updateDevice, {
    params: { id: lab.id },
    body: { location: 'Third floor', description: 'Beside the freezer' },
  })
  const found = async (keyword: string) =>
    (await admin.ask(listDevices, { query: { keyword } })).items.map(({ name }) => name)
  for (const keyword of ['100%', 'third', 'FREEZER', lab.ldid, lab.serialNumber])
    expect(await found(keyword), keyword).toEqual(['Lab 100%'])
  expect(await found('%%')).toEqual([])
  expect(await found('_ast')).toEqual([])
})

it('[DEV-01] the list of devices is sorted, paged and counted by status', async () => {
  await house.db.updateTable('device').set({ is_online: true }).where('id', '=', gate.id).execute()
  const online = await admin.ask(listDevices, { query: { status: 'online' } })
  expect(online).toMatchObject({ items: [{ id: gate.id }], total: 1, counts: { total: 2, online: 1, offline: 1 } })
  const offline = await admin.ask(listDevices, { query: { status: 'offline' } })
  expect(offline).toMatchObject({ items: [{ id: lab.id }], total: 1 })
  const pages = await Promise.all(
    [1, 2, 3].map((page) => admin.ask(listDevices, { query: { sort: 'name', order: 'asc', page, size: 1 } })),
  )
  expect(pages.map(({ items }) => items.map(({ name }) => name))).toEqual([['East gate'], ['Lab 100%'], []])
})

it('[DEV-06] a device is renamed, moved and bound to other groups; an absent field stays, null clears it', async () => {
  const { groups } = await admin.ask(getDevice, { params: { id: lab.id } })
  const changed = await admin.ask(updateDevice, {
    params: { id: lab.id },
    body: { name: 'Laboratory', direction: 'out', timeZone: 'Asia/Tokyo', groupIds: [groups[0]!.id, groups[0]!.id] },
  })
  expect(changed).toMatchObject({
    name: 'Laboratory',
    location: 'Third floor',
    direction: 'out',
    timeZone: 'Asia/Tokyo',
  })
  expect(changed.groups.map(({ id }) => id)).toEqual([groups[0]!.id])
  const cleared = await admin.ask(updateDevice, { params: { id: lab.id }, body: { location: null, timeZone: null } })
  expect(cleared).toMatchObject({ name: 'Laboratory', location: null, timeZone: null, direction: 'out' })
})

it('[DEV-06] a group or a zone that does not exist changes nothing', async () => {
  const before = await admin.ask(getDevice, { params: { id: lab.id } })
  const change = (body: Parameters<typeof admin.call<typeof updateDevice>>[1]) => admin.call(updateDevice, body)
  const group = await change({ params: { id: lab.id }, body: { name: 'X', groupIds: [randomUUID()] } })
  expect(group.message).toBe('group.not-found')
  const zone = await change({ params: { id: lab.id }, body: { name: 'X', timeZone: 'Mars/Olympus' } })
  expect(zone).toMatchObject({ message: 'request.invalid', data: { fields: 'timeZone' } })
  expect(await admin.ask(getDevice, { params: { id: lab.id } })).toEqual(before)
})

it('[DEV-06] an unbound device is gone, and its records stay', async () => {
  const doomed = await pairTestDevice(house, admin, 'Old door')
  const record = buildRecord(1)
  await doomed.ask(pushRecords, { body: { records: [record] } })
  await admin.ask(deleteDevice, { params: { id: doomed.id } })
  for (const answer of [
    await admin.call(getDevice, { params: { id: doomed.id } }),
    await admin.call(deleteDevice, { params: { id: doomed.id } }),
    await admin.call(updateDevice, { params: { id: doomed.id }, body: { name: 'X' } }),
    await admin.call(listCommands, { params: { id: doomed.id } }),
    await admin.call(listDevicePeople, { params: { id: doomed.id } }),
  ])
    expect(answer).toMatchObject({ status: 404, message: 'device.not-found' })
  expect(await admin.ask(getRecord, { params: { id: record.id } })).toMatchObject({
    device: { id: null, name: 'Old door', location: null },
  })
})
