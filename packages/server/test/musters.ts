import { randomUUID } from 'node:crypto'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { createMusterPoint, type Muster, startMuster } from '@gatehouse/contract/features/muster.ts'
import { createArea, createDoor, createSite } from '@gatehouse/contract/features/sites.ts'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from './device-caller.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'

type Made = { id: string; name: string }
/** A device at a door; `door` is its own. */
export type DoorDevice = PairedDevice & { door: Made; nextSequence: number }

let count = 0
export const nameOf = (noun: string) => `${noun} ${++count}`

/** Builds sites with people who are inside, by the routes that people and terminals use. */
export function musterBuilder(house: TestGatehouse, admin: Caller) {
  const secondsAgo = (seconds: number) => house.clock.now().subtract({ seconds }).round('millisecond').toString()

  /** A site with a hall, and a laboratory inside the hall. */
  async function buildSite(timeZone: string | null = null) {
    const site = await admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone } })
    const top = site.areas[0]?.id ?? ''
    const area = (parentAreaId: string, name: string) => admin.ask(createArea, { body: { parentAreaId, name } })
    const hall = await area(top, 'Hall')
    return { site, top, hall, lab: await area(hall.id, 'Laboratory') }
  }

  /** A device at a door of its own that leads in. */
  async function buildDoor(
    siteId: string,
    toAreaId: string | null,
    direction: 'entry' | 'exit' | 'both' = 'entry',
    fromAreaId: string | null = null,
  ): Promise<DoorDevice> {
    const device = await pairTestDevice(house, admin, nameOf('Reader'))
    const readers = [{ deviceId: device.id, port: 1, direction }]
    const door = await admin.ask(createDoor, { body: { name: nameOf('Door'), siteId, fromAreaId, toAreaId, readers } })
    return Object.assign(device, { door, nextSequence: 1 })
  }

  const recordOf = (device: DoorDevice, personId: string, more: Partial<WireRecord> = {}): WireRecord =>
    buildRecord(device.nextSequence++, {
      id: randomUUID(),
      kind: 'staff',
      personId,
      recognisedAt: secondsAgo(60),
      opened: true,
      abnormal: 'none',
      reasons: [],
      ...more,
    })

  /** Somebody passes the door of a device, a minute ago unless told otherwise. */
  const pass = (device: DoorDevice, personId: string, more: Partial<WireRecord> = {}) =>
    device.ask(pushRecords, { body: { records: [recordOf(device, personId, more)], refusesSingly: true } })

  /** A member of staff who has come in by this door. */
  async function comeIn(device: DoorDevice, name = nameOf('Person')) {
    const person = await buildStaff(admin, name)
    await pass(device, person.id)
    return person
  }

  const pointAt = (siteId: string, name: string, areaIds: string[] = [], deviceIds: string[] = []) =>
    admin.ask(createMusterPoint, { body: { siteId, name, areaIds, deviceIds } })

  const start = (siteId: string, isDrill = true, caller = admin): Promise<Muster> =>
    caller.ask(startMuster, { body: { siteId, isDrill } })

  return { secondsAgo, buildSite, buildDoor, recordOf, pass, comeIn, pointAt, start }
}
