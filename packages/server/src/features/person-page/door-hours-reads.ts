import { type AccessRules, wireTimetable } from '@gatehouse/contract/device/link.ts'
import { ownDefaults } from '@gatehouse/contract/device/own-settings.ts'
import { directions, readerWays } from '@gatehouse/contract/device/passage-words.ts'
import { maxDoorsShown } from '@gatehouse/contract/features/people/door-hours.ts'
import type { Direction } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { readerDirection } from '../../device-link/outbox/configuration-store.ts'
import { toTimetable } from '../policies/passage-reads.ts'
import { selectControllerDoors } from '../sites/controller-door-reads.ts'

type Door = {
  id: string
  name: string
  location: string | null
  timeZone: string
  direction: Direction
  isRunning: boolean
  opensForBlacklisted: boolean
  boundGroupIds: string[]
  /** Of a device with several. */
  door: { name: string; port: number } | null
}

/** The devices that a group of this person is bound to, by name. */
export const selectDoorsOf = (db: Db, personId: string) =>
  db
    .selectFrom('group_member as m')
    .innerJoin('device_group as b', 'b.group_id', 'm.group_id')
    .innerJoin('device as d', 'd.id', 'b.device_id')
    .leftJoin('settings_schema as s', 's.id', 'd.settings_schema_id')
    .leftJoin('device_zone as z', 'z.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.location', 'd.settings', 's.defaults', 'z.time_zone'])
    .select((door) => [
      readerDirection.as('direction'),
      door.fn.agg<string[]>('array_agg', ['b.group_id']).as('group_ids'),
    ])
    .where('m.person_id', '=', personId)
    .groupBy(['d.id', 's.id', 'z.time_zone'])
    .orderBy('d.name')
    .orderBy('d.id')
    .limit(maxDoorsShown)

export async function readDoorsOf(db: Db, personId: string): Promise<Door[]> {
  const rows = await selectDoorsOf(db, personId).execute()
  const devices = rows.map(({ id, name, location, settings, defaults, time_zone, direction, group_ids }): Door => {
    const values = { ...ownDefaults, ...defaults, ...settings }
    return {
      id,
      name,
      location,
      timeZone: time_zone ?? 'UTC',
      direction: readerWays[directions[direction] ?? 'none'],
      isRunning: values.isRunning !== false,
      opensForBlacklisted: values.opensForBlacklisted === true,
      boundGroupIds: group_ids,
      door: null,
    }
  })
  const controllerDoors = await selectControllerDoors(
    db,
    devices.map(({ id }) => id),
  )
  if (controllerDoors.length === 0) return devices
  const limits = await selectPortLimits(db, [...new Set(controllerDoors.map(({ deviceId }) => deviceId))])
  return devices.flatMap((device): Door[] => {
    const own = controllerDoors.filter(({ deviceId }) => deviceId === device.id)
    if (own.length === 0) return [device]
    return own.flatMap(({ name, port }) => {
      const isShut = (groupId: string) =>
        limits.some((one) => one.device_id === device.id && one.group_id === groupId && !one.ports?.includes(port))
      const boundGroupIds = device.boundGroupIds.filter((groupId) => !isShut(groupId))
      return boundGroupIds.length === 0 ? [] : [{ ...device, boundGroupIds, door: { name, port } }]
    })
  })
}

/** The groups that may pass only some of the doors of these devices. */
const selectPortLimits = (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('device_group')
    .select(['device_id', 'group_id', 'ports'])
    .where('device_id', 'in', [...deviceIds])
    .where('ports', 'is not', null)
    .execute()

/** The doors at which these passages were, by the id of the record. */
export async function readPortsOf(
  db: Db,
  recordIds: readonly string[],
  [from, to]: readonly [string, string],
): Promise<Map<string, number | null>> {
  if (recordIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('recognition_record')
    .select(['id', 'port'])
    .where('id', 'in', [...recordIds])
    .where('recognised_at', '>=', from)
    .where('recognised_at', '<=', to)
    .execute()
  return new Map(rows.map(({ id, port }) => [id, port]))
}

/** The policies of these groups at these devices, and their timetables as the engine knows them. */
export async function readPoliciesOf(db: Db, deviceIds: readonly string[], groupIds: readonly string[]) {
  const policies = await db
    .selectFrom('pass_policy')
    .select(['id', 'device_id', 'group_id', 'timetable_id'])
    .where(sql<boolean>`device_id = any(${[...deviceIds]}::uuid[])`)
    .where(sql<boolean>`group_id = any(${[...groupIds]}::uuid[])`)
    .execute()
  const rows = await db
    .selectFrom('timetable')
    .select(['id', 'name', 'valid_from_on', 'valid_to_on', 'week', 'holiday', 'holidays'])
    .where(sql<boolean>`id = any(${policies.map(({ timetable_id }) => timetable_id)}::uuid[])`)
    .execute()
  const timetables = rows.map(({ valid_from_on, valid_to_on, ...rest }) =>
    toTimetable(toWire({ ...rest, validFromOn: valid_from_on, validToOn: valid_to_on })),
  )
  return {
    timetables,
    policies: policies.map(({ id, device_id, group_id, timetable_id }) => ({
      id,
      deviceId: device_id,
      groupId: group_id,
      timetableId: timetable_id,
    })),
  }
}

/** The row was written in the contract's own terms. */
const toWire = (row: unknown): AccessRules['timetables'][number] => wireTimetable.parse(row)
