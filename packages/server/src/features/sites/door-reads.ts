import type { Door, DoorReader, listDoors } from '@gatehouse/contract/features/sites.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { wayOfReader } from '../inside/door-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

const selectDoors = (db: Db) =>
  db
    .selectFrom('door as d')
    .innerJoin('site as s', 's.id', 'd.site_id')
    .leftJoin('area as f', 'f.id', 'd.from_area_id')
    .leftJoin('area as t', 't.id', 'd.to_area_id')
    .select([
      'd.id',
      'd.name',
      'd.kind',
      'd.has_contact',
      'd.needs_reason',
      'd.version',
      'd.created_at',
      's.id as site_id',
    ])
    .select(['s.name as site_name', 'f.id as from_id', 'f.name as from_name', 't.id as to_id', 't.name as to_name'])
    .select((door) =>
      jsonArrayFrom(
        door
          .selectFrom('door_reader as r')
          .innerJoin('device as v', 'v.id', 'r.device_id')
          .select(['r.device_id', 'r.port', 'r.direction', 'v.name', 'v.is_online', 'v.direction as device_direction'])
          .whereRef('r.door_id', '=', 'd.id')
          .orderBy('v.name')
          .orderBy('r.port'),
      ).as('readers'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectDoors>['executeTakeFirstOrThrow']>>

const toReader = (row: Row['readers'][number]): DoorReader => ({
  deviceId: row.device_id,
  deviceName: row.name,
  isOnline: row.is_online,
  port: row.port,
  direction: row.direction,
  effectiveDirection: wayOfReader(row.direction, row.device_direction),
})

const refOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

const toDoor = (row: Row): Door => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  site: { id: row.site_id, name: row.site_name },
  fromArea: refOf(row.from_id, row.from_name),
  toArea: refOf(row.to_id, row.to_name),
  hasContact: row.has_contact,
  needsReason: row.needs_reason,
  readers: row.readers.map(toReader),
  version: row.version,
  createdAt: row.created_at,
})

const sortColumns = { name: 'd.name', createdAt: 'd.created_at' } as const

const matches =
  ({ keyword, siteId, areaId, deviceId }: Omit<Query<typeof listDoors>, 'page' | 'size' | 'sort' | 'order'>) =>
  (door: ExpressionBuilder<Database & { d: Database['door'] }, 'd'>) =>
    door.and([
      ...(keyword === undefined ? [] : [door('d.name', 'ilike', likePattern(keyword))]),
      ...(siteId === undefined ? [] : [door('d.site_id', '=', siteId)]),
      ...(areaId === undefined
        ? []
        : [door.or([door('d.from_area_id', '=', areaId), door('d.to_area_id', '=', areaId)])]),
      ...(deviceId === undefined
        ? []
        : [
            door(
              'd.id',
              'in',
              door.selectFrom('door_reader as r').select('r.door_id').where('r.device_id', '=', deviceId),
            ),
          ]),
    ])

export async function readDoorPage(db: Db, query: Query<typeof listDoors>) {
  const rows = await selectDoors(db)
    .where(matches(query))
    .orderBy(sortColumns[query.sort], query.order)
    .orderBy('d.id', query.order)
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute()
  const { total } = await db
    .selectFrom('door as d')
    .where(matches(query))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toDoor), total: Number(total) }
}

/** How many doors this device has, and which doors of the product its readers are at, by their ports in their order. */
export async function selectDoorPorts(db: Db, deviceId: string) {
  const rows = await db
    .selectFrom('device as v')
    .leftJoin('door_reader as r', 'r.device_id', 'v.id')
    .leftJoin('door as d', 'd.id', 'r.door_id')
    .select(['v.door_count', 'r.port', 'd.id', 'd.name'])
    .where('v.id', '=', deviceId)
    .orderBy('r.port')
    .execute()
  const found = rows.flatMap(({ port, id, name }) =>
    port === null || id === null || name === null ? [] : [{ port, id, name }],
  )
  return {
    doorCount: rows[0]?.door_count ?? 1,
    doorIds: new Map(found.map(({ port, id }) => [port, id])),
    names: new Map(found.map(({ port, name }) => [port, name])),
  }
}

/** One door; undefined when there is none. */
export async function readDoor(db: Db, id: string): Promise<Door | undefined> {
  const row = await selectDoors(db).where('d.id', '=', id).executeTakeFirst()
  return row && toDoor(row)
}
