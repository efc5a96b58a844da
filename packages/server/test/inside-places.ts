import { randomUUID } from 'node:crypto'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { createArea, createDoor, createSite, type DoorInput, type Site } from '@gatehouse/contract/features/sites.ts'
import { pairTestDevice, type PairedDevice } from './device-caller.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'

let count = 0
export const nameOf = (noun: string) => `${noun} ${++count}`

/** A site with a hall inside the site as a whole, and a laboratory inside the hall. */
export async function buildSite(admin: Caller, timeZone: string | null = null) {
  const site = await admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone } })
  const area = (parentAreaId: string, name: string) => admin.ask(createArea, { body: { parentAreaId, name } })
  const hall = await area(site.areas[0]?.id ?? '', 'Hall')
  const lab = await area(hall.id, 'Laboratory')
  return { site, hall, lab }
}

type Direction = DoorInput['readers'][number]['direction']
export type DoorDevice = PairedDevice & { door: { id: string }; nextSequence: number }

/** A device at a door of its own between these areas. */
export async function buildDoor(
  house: TestGatehouse,
  admin: Caller,
  {
    site,
    from = null,
    to,
    direction = 'entry',
  }: { site: Site; from?: string | null; to: string; direction?: Direction },
): Promise<DoorDevice> {
  const device = await pairTestDevice(house, admin, nameOf('Reader'))
  const readers = [{ deviceId: device.id, port: 1, direction }]
  const body = { name: nameOf('Door'), siteId: site.id, fromAreaId: from, toAreaId: to, readers }
  const door = await admin.ask(createDoor, { body })
  return Object.assign(device, { door, nextSequence: 1 })
}

/** A person passes a door at that moment. */
export async function passAt(
  device: DoorDevice,
  personId: string,
  at: Temporal.Instant | string,
  more: Partial<WireRecord> = {},
): Promise<WireRecord> {
  const record: WireRecord = {
    id: randomUUID(),
    sequence: device.nextSequence++,
    kind: 'staff',
    personId,
    recognisedAt: at.toString(),
    entryMode: 'face',
    cosine: 0.8,
    liveness: null,
    opened: true,
    abnormal: 'none',
    reasons: [],
    capture: null,
    faceBox: null,
    candidates: [],
    ...more,
  }
  await device.ask(pushRecords, { body: { records: [record], refusesSingly: true } })
  return record
}
