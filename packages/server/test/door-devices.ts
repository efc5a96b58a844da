import { randomUUID } from 'node:crypto'
import { type DoorEventKind, pushDoorEvents, type WireDoorEvent } from '@gatehouse/contract/device/door-events.ts'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { createArea, createDoor, createSite, type DoorInput, type Site } from '@gatehouse/contract/features/sites.ts'
import { buildRecord, pairTestDevice, type PairedDevice } from './device-caller.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { uuidAt } from './uuid-at.ts'

/** A device at a door of its own. */
export type DoorDevice = PairedDevice & { doorId: string; nextSequence: number; nextEvent: number }
type Direction = DoorInput['readers'][number]['direction']

/** Builds sites and the devices at their doors, each with a name of its own. */
export function buildDoors(house: TestGatehouse, admin: Caller) {
  const nameOf = (noun: string) => `${noun} ${randomUUID().slice(0, 8)}`
  return {
    /** A site with a hall inside the site as a whole, and a laboratory inside the hall. */
    async site() {
      const site = await admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone: null } })
      const area = (parentAreaId = '', name: string) => admin.ask(createArea, { body: { parentAreaId, name } })
      const hall = await area(site.areas[0]?.id, 'Hall')
      const lab = await area(hall.id, 'Laboratory')
      return { site, hall, lab }
    },
    async door(
      site: Pick<Site, 'id'>,
      fromAreaId: string | null,
      toAreaId: string | null,
      { direction = 'entry', ...more }: Partial<DoorInput> & { direction?: Direction } = {},
    ): Promise<DoorDevice> {
      const device = await pairTestDevice(house, admin, nameOf('Reader'))
      const readers = [{ deviceId: device.id, port: 1, direction }]
      const body = { name: nameOf('Door'), siteId: site.id, fromAreaId, toAreaId, readers, ...more }
      const door = await admin.ask(createDoor, { body })
      return Object.assign(device, { doorId: door.id, nextSequence: 1, nextEvent: 1 })
    },
  }
}

/** A passage of a member of staff. */
export const passageOf = (device: DoorDevice, personId: string, more: Partial<WireRecord> = {}): WireRecord =>
  buildRecord(device.nextSequence++, { kind: 'staff', personId, opened: true, abnormal: 'none', reasons: [], ...more })

export const sendRecords = (device: DoorDevice, ...records: WireRecord[]) =>
  device.ask(pushRecords, { body: { records, refusesSingly: true } })

let lastMs = 0
/** Now, and later than the moment before: events of one millisecond have no order. */
function nextMoment(): string {
  lastMs = Math.max(Date.now(), lastMs + 1)
  return Temporal.Instant.fromEpochMilliseconds(lastMs).toString()
}

export function buildEvent(
  device: DoorDevice,
  kind: DoorEventKind | (string & {}),
  more: Partial<WireDoorEvent> = {},
): WireDoorEvent {
  const at = more.at ?? nextMoment()
  const sequence = device.nextEvent++
  return { id: uuidAt(at), sequence, at, kind, recordId: null, input: null, contact: null, isFire: null, ...more }
}

export const sendEvents = (device: DoorDevice, ...events: WireDoorEvent[]) =>
  device.ask(pushDoorEvents, { body: { events, refusesSingly: true } })
