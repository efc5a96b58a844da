import { directions, readerWays } from '@gatehouse/contract/device/passage-words.ts'
import type { AreaTree } from '@gatehouse/engine/door/area-path.ts'
import type { DoorKind } from '@gatehouse/engine/door/vocabulary.ts'
import type { Direction } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared, unseenList } from '../../db/prepared.ts'

/** A door as the reader of a device leads through it; null: outside. */
export type DoorOfDevice = {
  deviceId: string
  doorId: string
  kind: DoorKind
  direction: Direction
  leavesAreaId: string | null
  entersAreaId: string | null
  /** The offset of the clock of the device, as it was measured at its last greeting. */
  clockOffsetMs: number | null
}

/** The way of a reader: as its door says, else as its device is set. */
export const wayOfReader = (direction: Direction | null, deviceDirection: number): Direction =>
  direction ?? readerWays[directions[deviceDirection] ?? 'none']

/** The door of each reader of these devices. */
export const selectReadersOfDevices = (db: Db, deviceIds: ReturnType<typeof unseenList>) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('door as d', 'd.id', 'r.door_id')
    .innerJoin('device as v', 'v.id', 'r.device_id')
    .select(['r.device_id', 'd.id', 'd.kind', 'd.from_area_id', 'd.to_area_id'])
    .select([
      'r.direction',
      'r.since',
      'r.port',
      'v.direction as device_direction',
      'v.clock_offset_ms',
      'v.door_count',
    ])
    // A turnstile whose terminal tells of each passage whether it was one.
    .select(
      sql<boolean>`d.kind = 'turnstile' and d.has_contact and 'door-events' = any(v.abilities)`.as('waits_for_contact'),
    )
    .where(sql<boolean>`r.device_id = any(${deviceIds})`)
    .orderBy('r.device_id')
    .orderBy('r.port')

/** The door of each of these devices, by its lowest port. */
const selectDoorsOfDevices = (db: Db, deviceIds: ReturnType<typeof unseenList>) =>
  selectReadersOfDevices(db, deviceIds).distinctOn('r.device_id')

type DoorRow = Awaited<ReturnType<ReturnType<typeof selectReadersOfDevices>['executeTakeFirstOrThrow']>>

export function toDoorOfDevice(row: DoorRow): DoorOfDevice {
  const direction = wayOfReader(row.direction, row.device_direction)
  const [leavesAreaId, entersAreaId] =
    direction === 'exit' ? [row.to_area_id, row.from_area_id] : [row.from_area_id, row.to_area_id]
  const { device_id: deviceId, id: doorId, kind, clock_offset_ms: clockOffsetMs } = row
  return { deviceId, doorId, kind, direction, leavesAreaId, entersAreaId, clockOffsetMs }
}

/** The door of each of these devices. */
export async function readDoorsOfDevices(db: Db, deviceIds: readonly string[]): Promise<DoorOfDevice[]> {
  const rows = await selectDoorsOfDevices(db, unseenList('uuid', deviceIds)).modifyEnd(prepared).execute()
  return rows.map(toDoorOfDevice)
}

export async function readAreaTree(db: Db): Promise<AreaTree> {
  const rows = await db.selectFrom('area').select(['id', 'parent_id']).modifyEnd(prepared).execute()
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
}

/**
 * Areas of sites where people who are still inside at the end of the day count as gone, each with the last end of a day: a passage from
 * before it brings nobody back.
 */
export const selectDayEnds = (db: Db) =>
  db
    .selectFrom('inside_rule as r')
    .innerJoin('area as a', 'a.site_id', 'r.site_id')
    .select(['a.id', 'r.last_day_end_at'])
    .where('r.signs_out_at_day_end', '=', true)
    .where('r.last_day_end_at', 'is not', null)
    .$narrowType<{ last_day_end_at: string }>()
