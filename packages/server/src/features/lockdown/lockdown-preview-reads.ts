import {
  type LockdownPreview,
  maxDoorsWithoutGroup,
  type previewLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import type { Db } from '../../db/open-database.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'

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

/** The doors that a lockdown of this place would hold, and those where its exempt groups could not pass: a device knows the faces of its groups alone. */
export async function readPreview(
  db: Db,
  { groupIds = [], ...place }: Query<typeof previewLockdown>,
): Promise<LockdownPreview> {
  if (place.scope !== 'everything' && place.scopeId === undefined)
    return { doors: 0, reachable: 0, exemptGroups: [], alone: [] }
  const doors = await selectReaders(db, place)
    .select('o.id')
    .select((reader) => reader.fn<boolean>('bool_and', ['d.is_online']).as('is_reachable'))
    .groupBy('o.id')
    .execute()
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
  const devices = await db
    .selectFrom('device as d')
    .select(['d.id', 'd.name', 'd.door_count', 'd.make', 'd.type', 'd.model', 'd.firmware_version', 'd.abilities'])
    .select('d.is_online')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('door_reader as r').select('r.port').whereRef('r.device_id', '=', 'd.id')).as('is_at_door'),
    )
    // Everywhere is also at those that are at no door.
    .$if(place.scope !== 'everything', (device) => device.where('d.id', 'in', selectReaders(db, place).select('d.id')))
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
  const atNoDoor = devices.filter(({ is_at_door }) => !is_at_door)
  return {
    alone: devices.flatMap(({ id, name, door_count: doorCount, ...facts }) => {
      const { rules, commands } = capabilitiesOf(facts)
      return rules.lockdown === null ? [] : [{ id, name, doorCount, noOpening: commands['hold-open'] }]
    }),
    doors: doors.length + atNoDoor.length,
    reachable:
      doors.filter(({ is_reachable }) => is_reachable).length + atNoDoor.filter(({ is_online }) => is_online).length,
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
