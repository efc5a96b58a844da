import type { Interlock, listInterlocks } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/open-database.ts'
import { prepared } from '../../db/prepared.ts'
import { asksSurroundings } from './unable-devices-reads.ts'

const selectInterlocks = (db: Db) =>
  db
    .selectFrom('interlock as i')
    .select(['i.id', 'i.name', 'i.when_unknown'])
    .select((interlock) => [
      jsonArrayFrom(
        interlock
          .selectFrom('interlock_door as m')
          .innerJoin('door as d', 'd.id', 'm.door_id')
          .select(['d.id', 'd.name', 'd.has_contact'])
          .whereRef('m.interlock_id', '=', 'i.id')
          .orderBy('d.name')
          .orderBy('d.id'),
      ).as('doors'),
      jsonArrayFrom(
        interlock
          .selectFrom('interlock_door as m')
          .innerJoin('door_reader as r', 'r.door_id', 'm.door_id')
          .innerJoin('device as v', 'v.id', 'r.device_id')
          .select(['v.id', 'v.name'])
          .distinct()
          .whereRef('m.interlock_id', '=', 'i.id')
          .where((device) => device.not(asksSurroundings('v')))
          .orderBy('v.name')
          .orderBy('v.id'),
      ).as('unable'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectInterlocks>['executeTakeFirstOrThrow']>>

const toRef = ({ id, name }: { id: string; name: string }) => ({ id, name })

const toInterlock = (row: Row): Interlock => ({
  id: row.id,
  name: row.name,
  whenUnknown: row.when_unknown,
  doors: row.doors.map(toRef),
  doorsWithoutContact: row.doors.filter(({ has_contact }) => !has_contact).map(toRef),
  unableDevices: row.unable,
})

const maxInterlocks = 500

export async function readInterlocks(db: Db, { siteId, doorId }: Query<typeof listInterlocks>): Promise<Interlock[]> {
  const rows = await selectInterlocks(db)
    .$if(siteId !== undefined || doorId !== undefined, (all) =>
      all.where((interlock) =>
        interlock.exists(
          interlock
            .selectFrom('interlock_door as m')
            .innerJoin('door as d', 'd.id', 'm.door_id')
            .select('d.id')
            .whereRef('m.interlock_id', '=', 'i.id')
            .$if(siteId !== undefined, (doors) => doors.where('d.site_id', '=', siteId ?? ''))
            .$if(doorId !== undefined, (doors) => doors.where('d.id', '=', doorId ?? '')),
        ),
      ),
    )
    .orderBy('i.name')
    .orderBy('i.id')
    .limit(maxInterlocks)
    .execute()
  return rows.map(toInterlock)
}

/** One interlock; undefined when there is none. */
export async function readInterlock(db: Db, id: string): Promise<Interlock | undefined> {
  const row = await selectInterlocks(db).where('i.id', '=', id).executeTakeFirst()
  return row && toInterlock(row)
}

/** The names of the interlocks that a door is in. */
export async function readInterlockNames(db: Db, doorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('interlock_door as m')
    .innerJoin('interlock as i', 'i.id', 'm.interlock_id')
    .select('i.name')
    .where('m.door_id', '=', doorId)
    .orderBy('i.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The other doors of the interlocks of a door; where one of these takes the refusing side, all do. Null: it is in none. */
export async function readInterlockOfDoor(db: Db, doorId: string) {
  const rows = await db
    .selectFrom('interlock_door as m')
    .innerJoin('interlock as i', 'i.id', 'm.interlock_id')
    .innerJoin('interlock_door as o', 'o.interlock_id', 'i.id')
    .select(['o.door_id', 'i.when_unknown'])
    .where('m.door_id', '=', doorId)
    .whereRef('o.door_id', '<>', 'm.door_id')
    .orderBy('o.door_id')
    .modifyEnd(prepared)
    .execute()
  if (rows.length === 0) return null
  const isStrict = rows.some(({ when_unknown }) => when_unknown === 'refuses')
  return {
    doorIds: [...new Set(rows.map(({ door_id }) => door_id))],
    whenUnknown: isStrict ? ('refuses' as const) : ('opens' as const),
  }
}
