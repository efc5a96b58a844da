import {
  type LockdownKind,
  type LockdownPreview,
  maxDoorsWithoutGroup,
  type previewLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import type { Db } from '../../db/open-database.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'
import { canOpen } from './can-open.ts'

type Place = Pick<Query<typeof previewLockdown>, 'scope' | 'scopeId'>

/** The readers at the doors of a place, as the view `device_lockdown` finds those of a lockdown. */
function selectReaders(db: Db, { scope, scopeId = '' }: Place) {
  const readers = db
    .selectFrom('door_reader as r')
    .innerJoin('door as o', 'o.id', 'r.door_id')
    .innerJoin('device as d', 'd.id', 'r.device_id')
  if (scope === 'everything') return readers
  if (scope === 'site') return readers.where('o.site_id', '=', scopeId)
  const within = db
    .withRecursive('inside', (inside) =>
      inside
        .selectFrom('area')
        .select('id')
        .where('id', '=', scopeId)
        .union(inside.selectFrom('area as a').innerJoin('inside as i', 'i.id', 'a.parent_id').select('a.id')),
    )
    .selectFrom('inside')
    .select('id')
  return readers.where((door) => door.or([door('o.from_area_id', 'in', within), door('o.to_area_id', 'in', within)]))
}

/** Everywhere is also at devices that are at no door. */
const selectDevices = (db: Db, place: Place) =>
  db
    .selectFrom('device as d')
    .select(['d.id', 'd.name', 'd.door_count', 'd.make', 'd.type', 'd.model', 'd.firmware_version', 'd.abilities'])
    .select(['d.is_online', 'd.ignores_hours'])
    .$if(place.scope !== 'everything', (device) => device.where('d.id', 'in', selectReaders(db, place).select('d.id')))
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
type Device = Awaited<ReturnType<typeof selectDevices>>[number]

/** The devices at each door of the place. */
const selectDoors = (db: Db, place: Place) =>
  selectReaders(db, place)
    .select('o.id')
    .select((reader) => reader.fn.agg<string[]>('array_agg', ['d.id']).distinct().as('device_ids'))
    .groupBy('o.id')
    .execute()

/** The doors that would be held: by a lockdown those of which every reader keeps to hours, by an emergency open those of which a reader can be held open. */
function countDoors(kind: LockdownKind, doors: { device_ids: string[] }[], devices: readonly Device[]) {
  const byId = new Map(devices.map((device) => [device.id, device]))
  const readersOf = doors.map(({ device_ids }) => device_ids.flatMap((id) => byId.get(id) ?? []))
  const atDoors = new Set(readersOf.flat())
  const places = [...readersOf, ...devices.filter((device) => !atDoors.has(device)).map((device) => [device])]
  const isOpen = (device: Device) => capabilitiesOf(device).ignoresHours
  const holding =
    kind === 'lockdown'
      ? places.filter((readers) => !readers.some(isOpen))
      : places.map((readers) => readers.filter(canOpen))
  const held = holding.filter((readers) => readers.length > 0)
  return {
    doors: held.length,
    reachable: held.filter((readers) => readers.every(({ is_online: isOnline }) => isOnline)).length,
    leftOpen: kind === 'lockdown' ? places.filter((readers) => readers.some(isOpen)).length : 0,
    leftShut: kind === 'lockdown' ? 0 : readersOf.filter((readers) => !readers.some(canOpen)).length,
  }
}

/** The doors that a lockdown of this place would hold, and those where its exempt groups could not pass: a device knows the faces of its groups alone. */
export async function readPreview(
  db: Db,
  { kind, groupIds = [], ...place }: Query<typeof previewLockdown>,
): Promise<LockdownPreview> {
  if (place.scope !== 'everything' && place.scopeId === undefined)
    return { doors: 0, reachable: 0, leftShut: 0, leftOpen: 0, exemptGroups: [], alone: [] }
  const closed =
    groupIds.length === 0
      ? []
      : await selectReaders(db, place)
          .innerJoin('person_group as g', (join) => join.on('g.id', 'in', groupIds))
          .leftJoin('device_group as b', (join) =>
            join
              .onRef('b.device_id', '=', 'd.id')
              .onRef('b.group_id', '=', 'g.id')
              .on(({ or, eb, fn, ref }) => or([eb('b.ports', 'is', null), eb(ref('r.port'), '=', fn.any('b.ports'))])),
          )
          .select(['g.id', 'g.name', 'o.id as door_id', 'o.name as door'])
          .select((reader) =>
            reader.fn
              .count<number>('r.device_id')
              .filterWhere('b.group_id', 'is', null)
              .filterWhere('r.direction', 'is distinct from', 'exit')
              .as('closed'),
          )
          .groupBy(['g.id', 'g.name', 'o.id', 'o.name'])
          .orderBy('g.name')
          .orderBy('o.name')
          .execute()
  const devices = await selectDevices(db, place)
  return {
    ...countDoors(kind, await selectDoors(db, place), devices),
    alone: devices.flatMap(({ id, name, door_count: doorCount, ...facts }) => {
      const { rules, commands, mayIgnoreHours, ignoresHours } = capabilitiesOf(facts)
      return rules.lockdown === null
        ? []
        : [{ id, name, doorCount, mayIgnoreHours, ignoresHours, noOpening: commands['hold-open'] }]
    }),
    exemptGroups: groupIds.flatMap((id) => {
      const ofGroup = closed.filter((door) => door.id === id)
      const [first] = ofGroup
      if (!first) return []
      const shut = ofGroup.filter((door) => Number(door.closed) > 0)
      return [
        {
          id,
          name: first.name,
          closedDoors: shut.length,
          closedDoorNames: shut.slice(0, maxDoorsWithoutGroup).map(({ door }) => door),
        },
      ]
    }),
  }
}
