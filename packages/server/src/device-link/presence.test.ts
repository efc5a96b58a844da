import { getSyncStatus } from '@gatehouse/contract/device/link.ts'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice } from '../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { keepPresence, type PresenceOptions } from './presence.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const isOnline = async (device: PairedDevice) => (await admin.ask(getDevice, { params: { id: device.id } })).isOnline

/** Deadlines of moments, so that a test need not wait a minute. */
const quick: PresenceOptions = { silentMs: 400, watchMs: 50, noteMs: 50, lateMs: 0 }
const noUpdates = { notify: () => {}, close: () => {} }

it('[DEV-04] after a restart of the server devices that come back stay online, and the others count as offline after a while', async () => {
  const back = await pairTestDevice(house, admin, 'Back')
  const away = await pairTestDevice(house, admin, 'Away')
  const before = '2026-01-01T00:00:00Z'
  await house.db.updateTable('device').set({ is_online: true, online_changed_at: before }).execute()
  const presence = keepPresence(house.gatehouse.services, () => [], noUpdates, quick)
  const saying = setInterval(() => presence.note(back.ldid, true), 50)
  expect(await isOnline(away)).toBe(true)
  await until(async () => !(await isOnline(away)))
  clearInterval(saying)
  // Nobody saw a change: it has been online since before the restart.
  const device = await admin.ask(getDevice, { params: { id: back.id } })
  expect(device).toMatchObject({ isOnline: true })
  expect(Temporal.Instant.from(device.onlineChangedAt!).equals(before)).toBe(true)
  await presence.close()
})

it('[DEV-04] the last message counts when a device connects and disconnects within a moment', async () => {
  const device = await pairTestDevice(house, admin)
  const presence = keepPresence(house.gatehouse.services, () => [], noUpdates)
  for (const online of [true, false, true, false, true]) presence.note(device.ldid, online)
  await until(() => isOnline(device))
  for (const online of [false, true, false]) presence.note(device.ldid, online)
  await until(async () => !(await isOnline(device)))
  await presence.close()
  expect(await isOnline(device)).toBe(false)
})

it('[DEV-04] a terminal that only polls is online, and offline once it has been silent for the deadline', async () => {
  const device = await pairTestDevice(house, admin)
  const presence = keepPresence(house.gatehouse.services, () => [], noUpdates, quick)
  const polling = setInterval(() => presence.heard(device.ldid), 50)
  await until(() => isOnline(device))
  const since = (await admin.ask(getDevice, { params: { id: device.id } })).onlineChangedAt
  const began = performance.now()
  await until(() => performance.now() - began > 900)
  expect((await admin.ask(getDevice, { params: { id: device.id } })).onlineChangedAt, 'since it came').toBe(since)
  clearInterval(polling)
  await until(async () => !(await isOnline(device)))
  await presence.close()
})

it('[DEV-04] a call of the device link is a sign of life', async () => {
  const device = await pairTestDevice(house, admin)
  expect(await isOnline(device)).toBe(false)
  await device.ask(getSyncStatus)
  await until(() => isOnline(device))
})

it('[DEV-04] a message that was under way when a connection ended does not set the device online again', async () => {
  const device = await pairTestDevice(house, admin)
  const presence = keepPresence(house.gatehouse.services, () => [], noUpdates, { ...quick, lateMs: 60_000 })
  presence.note(device.ldid, true)
  await until(() => isOnline(device))
  presence.note(device.ldid, false)
  presence.heard(device.ldid)
  await until(async () => !(await isOnline(device)))
  await presence.close()
  expect(await isOnline(device)).toBe(false)
})
