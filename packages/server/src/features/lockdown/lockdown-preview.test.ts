import { listCommands } from '@gatehouse/contract/features/devices.ts'
import {
  beginLockdown,
  getLockdownState,
  listActiveLockdowns,
  type LockdownKind,
  previewLockdown,
  releaseLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import { createDoor, createSite } from '@gatehouse/contract/features/sites.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
let siteId: string
const devices = new Map<string, string>()

async function joins(dialect: 'att' | 'acc', name: string, doors = 1): Promise<string> {
  const { device, serialNumber } = await zk.accepted(dialect, name, { doors })
  devices.set(serialNumber, device.id)
  return device.id
}

/** Three doors of a site, one of them with a reader of each kind, and two terminals at no door. */
beforeAll(async () => {
  zk = await startZkHouse()
  const site = await zk.admin.ask(createSite, { body: { name: 'Works', address: null, timeZone: null } })
  siteId = site.id
  const doors = [
    { name: 'Hall', readers: [await joins('acc', 'opens', 2)] },
    { name: 'Time clock', readers: [await joins('att', 'stays')] },
    { name: 'Canteen', readers: [await joins('acc', 'leads'), await joins('att', 'reads')] },
  ]
  const apart = [await joins('att', 'apart'), await joins('acc', 'store')]
  for (const { name, readers } of doors)
    await zk.admin.ask(createDoor, {
      body: {
        name,
        siteId,
        fromAreaId: null,
        toAreaId: site.areas[0]!.id,
        readers: readers.map((deviceId) => ({ deviceId, port: 1, direction: 'both' as const })),
      },
    })
  // Accepting them gave each a door.
  await zk.house.db.deleteFrom('door_reader').where('device_id', 'in', apart).execute()
})
afterAll(() => zk.close())

const plain = (name: string) => name.replace(/\d+$/, '')
async function preview(kind: LockdownKind, scope: 'everything' | 'site') {
  const query = { kind, scope, ...(scope === 'site' && { scopeId: siteId }) }
  const { doors, reachable, leftShut, alone } = await zk.admin.ask(previewLockdown, { query })
  const cannot = alone.filter(({ noOpening }) => noOpening !== null).map(({ name }) => plain(name))
  return { doors, reachable, leftShut, cannot }
}

it('the preview of a lockdown counts every door and every terminal at no door: all of them close', async () => {
  expect(await preview('lockdown', 'everything')).toMatchObject({ doors: 5, reachable: 5, leftShut: 0 })
  expect(await preview('lockdown', 'site')).toMatchObject({ doors: 3, reachable: 3, leftShut: 0 })
})

it('the preview of an emergency counts the doors that can be held open, and names what cannot', async () => {
  expect(await preview('emergency-open', 'everything')).toEqual({
    doors: 3,
    reachable: 3,
    leftShut: 1,
    cannot: ['apart', 'reads', 'stays'],
  })
  expect(await preview('emergency-open', 'site')).toEqual({
    doors: 2,
    reachable: 2,
    leftShut: 1,
    cannot: ['reads', 'stays'],
  })
})

it('an emergency tells and awaits what its preview counted, and names the door that stays shut', async () => {
  const body = { kind: 'emergency-open', level: null, scope: { kind: 'everything' }, reason: 'A fire' } as const
  const { id } = await zk.admin.ask(beginLockdown, { body })
  const { doors, unconfirmed, leftShut: named } = await zk.admin.ask(getLockdownState, { params: { id } })
  const active = (await zk.admin.ask(listActiveLockdowns)).find((one) => one.id === id)
  const told: string[] = []
  for (const [name, deviceId] of devices) {
    const { items } = await zk.admin.ask(listCommands, { params: { id: deviceId } })
    if (items.some(({ kind }) => kind === 'hold-open')) told.push(plain(name))
  }
  await zk.admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
  const { doors: expected, leftShut } = await preview('emergency-open', 'everything')
  expect(doors).toEqual({ total: expected, confirmed: 0, leftShut })
  expect(active?.doors).toEqual(doors)
  expect(unconfirmed.map(({ device }) => plain(device.name)).toSorted()).toEqual(['leads', 'opens', 'store'])
  expect(named.map(({ door, device }) => [door.name, plain(device.name)])).toEqual([['Time clock', 'stays']])
  expect(told.toSorted()).toEqual(['leads', 'opens', 'store'])
})
