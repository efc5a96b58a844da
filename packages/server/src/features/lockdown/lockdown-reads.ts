import type {
  ActiveLockdown,
  Lockdown,
  LockdownKind,
  LockdownRules,
  LockdownState,
  listLockdowns,
} from '@gatehouse/contract/features/lockdown.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { lockdownTag, readerDirection } from '../../device-link/outbox/configuration-store.ts'
import { canOpen } from './can-open.ts'

const selectLockdowns = (db: Db) =>
  db
    .selectFrom('lockdown as l')
    .selectAll('l')
    .select((lockdown) => [
      lockdown
        .or([
          lockdown('l.needs_two_people', '=', true),
          lockdown.exists(
            lockdown.selectFrom('lockdown_rule as r').select('r.is_only').where('r.needs_two_people', '=', true),
          ),
        ])
        .$castTo<boolean>()
        .as('needs_two_people_now'),
      jsonArrayFrom(
        lockdown
          .selectFrom('person_group as g')
          .select(['g.id', 'g.name'])
          .where((group) => group('g.id', '=', group.fn.any('l.exempt_group_ids')))
          .orderBy('g.name'),
      ).as('exempt_groups'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectLockdowns>['executeTakeFirstOrThrow']>>

const toLockdown = (row: Row): Lockdown => ({
  id: row.id,
  kind: row.kind,
  level: row.level,
  scope: { kind: row.scope, id: row.scope_id, name: row.scope_name },
  exemptGroups: row.exempt_groups,
  reason: row.reason,
  needsTwoPeople: row.needs_two_people_now,
  begunBy: row.begun_by,
  begunAt: row.begun_at,
  releaseAskedBy: row.release_asked_by_name,
  releaseAskedById: row.release_asked_by,
  releaseAskedAt: row.release_asked_at,
  releasedBy: row.released_by,
  releasedAt: row.released_at,
  releaseReason: row.release_reason,
})

export async function readLockdownPage(db: Db, { page, size }: Query<typeof listLockdowns>) {
  const rows = await selectLockdowns(db)
    .orderBy('l.begun_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await db
    .selectFrom('lockdown')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toLockdown), total: Number(total) }
}

export async function readLockdowns(db: Db, ids: readonly string[]): Promise<Lockdown[]> {
  if (ids.length === 0) return []
  const rows = await selectLockdowns(db).where('l.id', 'in', ids).execute()
  return rows.map(toLockdown)
}

export async function readLockdown(db: Db, id: string): Promise<Lockdown | undefined> {
  const row = await selectLockdowns(db).where('l.id', '=', id).executeTakeFirst()
  return row && toLockdown(row)
}

/**
 * Each reader within an active lockdown, with whether its device follows it: a device that knows lockdowns has confirmed the tag of all
 * that hold there; any other reports that it is out of service, or that each of its doors there is held open. Everywhere a device at no door
 * stands for one.
 */
const followers = sql<{
  lockdown_id: string
  kind: LockdownKind
  place_id: string
  door_id: string
  device_id: string
  follows: boolean
}>`(
  select l.lockdown_id, l.kind, coalesce(l.door_id, l.device_id) as place_id, l.door_id, l.device_id, coalesce(case
      when 'lockdown' = any(d.abilities) then c.revision = ${lockdownTag}
      when l.kind = 'lockdown' then p.values ->> 'isRunning' = 'false' or ${readerDirection} = 2
      when l.door_id is null then p.door_mode = 'held-open' or d.door_count = (select count(*)
        from door_state t where t.device_id = d.id and t.mode = 'held-open')
      else not exists (select from door_reader r left join door_state t
          on t.device_id = r.device_id and (d.door_count = 1 or t.port = r.port)
        where r.door_id = l.door_id and r.device_id = l.device_id
          and coalesce(t.mode, p.door_mode) is distinct from 'held-open') end, false) as follows
  from device_lockdown l join device d on d.id = l.device_id
    left join lockdown_confirmation c on c.device_id = d.id
    left join device_settings_report p on p.device_id = d.id)`.as('f')

/** Devices within an emergency that it cannot hold open: it tells them nothing. */
async function selectOpeningNothing(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('device_lockdown as l')
    .innerJoin('device as d', 'd.id', 'l.device_id')
    .select(['d.id', 'd.abilities', 'd.make', 'd.type', 'd.model', 'd.firmware_version'])
    .distinct()
    .where('l.kind', '=', 'emergency-open')
    .execute()
  return rows.flatMap((device) => (canOpen(device) ? [] : [device.id]))
}

/** The readers that count, by the devices that open nothing: those are never waited for. */
const selectCounted = (db: Db, openingNothing: readonly string[]) =>
  db
    .selectFrom(followers)
    .$if(openingNothing.length > 0, (query) =>
      query.where(({ eb, or }) =>
        or([eb('f.kind', '=', 'lockdown'), eb('f.device_id', 'not in', [...openingNothing])]),
      ),
    )

/** The readers of doors that none of their readers can open. A device at no door has nothing to open. */
const selectLeftShut = (db: Db, openingNothing: readonly string[]) =>
  db
    .selectFrom('device_lockdown as l')
    .where('l.kind', '=', 'emergency-open')
    .where('l.door_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('door_reader as r')
            .select('r.port')
            .whereRef('r.door_id', '=', 'l.door_id')
            .where('r.device_id', 'not in', [...openingNothing]),
        ),
      ),
    )

type Doors = ActiveLockdown['doors']

async function countDoors(db: Db, openingNothing: readonly string[]): Promise<(id: string) => Doors> {
  const rows = await db
    .selectFrom(
      selectCounted(db, openingNothing)
        .select(['f.lockdown_id', 'f.place_id'])
        .select((reader) => reader.fn<boolean>('bool_and', ['f.follows']).as('follows'))
        .groupBy(['f.lockdown_id', 'f.place_id'])
        .as('door'),
    )
    .select('door.lockdown_id')
    .select((door) => [
      door.fn.countAll<number>().as('total'),
      door.fn.countAll<number>().filterWhere('door.follows', 'is', true).as('confirmed'),
    ])
    .groupBy('door.lockdown_id')
    .execute()
  const shut =
    openingNothing.length === 0
      ? []
      : await selectLeftShut(db, openingNothing)
          .select('l.lockdown_id')
          .select((door) => door.fn.count<number>('l.door_id').distinct().as('doors'))
          .groupBy('l.lockdown_id')
          .execute()
  return (id) => {
    const row = rows.find(({ lockdown_id }) => lockdown_id === id)
    const leftShut = Number(shut.find(({ lockdown_id }) => lockdown_id === id)?.doors ?? 0)
    return { total: Number(row?.total ?? 0), confirmed: Number(row?.confirmed ?? 0), leftShut }
  }
}

export async function readActive(db: Db): Promise<ActiveLockdown[]> {
  const rows = await selectLockdowns(db)
    .where('l.released_at', 'is', null)
    .orderBy('l.begun_at')
    .orderBy('l.id')
    .execute()
  if (rows.length === 0) return []
  const doorsOf = await countDoors(db, await selectOpeningNothing(db))
  return rows.map((row) => {
    const { id, kind, level, scope, begunAt, releaseAskedAt } = toLockdown(row)
    return { id, kind, level, scope, begunAt, releaseAskedAt, doors: doorsOf(id) }
  })
}

const maxNamed = 1000

/** The state of its doors; of one that was released nothing is left to follow. */
export async function readDoors(
  db: Db,
  id: string,
): Promise<Pick<LockdownState, 'doors' | 'unconfirmed' | 'leftShut'>> {
  const openingNothing = await selectOpeningNothing(db)
  const rows = await selectCounted(db, openingNothing)
    .leftJoin('door as o', 'o.id', 'f.door_id')
    .innerJoin('device as v', 'v.id', 'f.device_id')
    .select(['f.door_id', 'o.name as door', 'f.device_id', 'v.name as device', 'v.is_online'])
    .where('f.lockdown_id', '=', id)
    .where('f.follows', 'is', false)
    .orderBy('o.name')
    .orderBy('v.name')
    .orderBy('f.device_id')
    .limit(maxNamed)
    .execute()
  const shut =
    openingNothing.length === 0
      ? []
      : await selectLeftShut(db, openingNothing)
          .innerJoin('door as o', 'o.id', 'l.door_id')
          .innerJoin('device as v', 'v.id', 'l.device_id')
          .select(['o.id as door_id', 'o.name as door', 'v.id as device_id', 'v.name as device'])
          .distinct()
          .where('l.lockdown_id', '=', id)
          .orderBy('o.name')
          .orderBy('v.name')
          .orderBy('v.id')
          .limit(maxNamed)
          .execute()
  return {
    doors: (await countDoors(db, openingNothing))(id),
    unconfirmed: rows.map((row) => ({
      door: row.door === null ? null : { id: row.door_id, name: row.door },
      device: { id: row.device_id, name: row.device },
      isOnline: row.is_online,
    })),
    leftShut: shut.map((row) => ({
      door: { id: row.door_id, name: row.door },
      device: { id: row.device_id, name: row.device },
    })),
  }
}

export async function readRules(db: Db): Promise<LockdownRules> {
  const { needs_two_people } = await db.selectFrom('lockdown_rule').select('needs_two_people').executeTakeFirstOrThrow()
  return { needsTwoPeople: needs_two_people }
}

/** The devices within an active lockdown, with their doors there; the port is null of those that are at no door. */
export const selectReadersWithin = (db: Db, lockdownId: string) =>
  db
    .selectFrom('device_lockdown as l')
    .leftJoin('door_reader as r', (join) =>
      join.onRef('r.device_id', '=', 'l.device_id').onRef('r.door_id', '=', 'l.door_id'),
    )
    .innerJoin('device as d', 'd.id', 'l.device_id')
    .innerJoin('lockdown as k', 'k.id', 'l.lockdown_id')
    .select([
      'd.id',
      'd.abilities',
      'd.door_count',
      'd.make',
      'd.type',
      'd.model',
      'd.firmware_version',
      'r.port',
      'k.scope',
      'k.kind',
    ])
    .distinct()
    .where('l.lockdown_id', '=', lockdownId)
    .orderBy('d.id')
    .orderBy('r.port')
    .execute()

/** Those of these devices that another emergency open still opens, with the ports of their doors. */
export const selectStillOpen = (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('device_lockdown as l')
    .leftJoin('door_reader as r', (join) =>
      join.onRef('r.device_id', '=', 'l.device_id').onRef('r.door_id', '=', 'l.door_id'),
    )
    .innerJoin('device as d', 'd.id', 'l.device_id')
    .innerJoin('lockdown as k', 'k.id', 'l.lockdown_id')
    .select(['l.device_id as id', 'l.lockdown_id', 'd.door_count', 'r.port', 'k.scope'])
    .select(['d.abilities', 'd.make', 'd.type', 'd.model', 'd.firmware_version'])
    .distinct()
    .where('l.kind', '=', 'emergency-open')
    .where('l.device_id', 'in', [...deviceIds])
    .execute()
