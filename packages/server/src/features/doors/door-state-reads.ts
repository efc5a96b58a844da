import {
  type DoorEvent,
  type DoorStateOfDoor,
  type listDoorEvents,
  type listDoorStates,
  maxDoorStates,
} from '@gatehouse/contract/features/doors.ts'
import { doorContacts } from '@gatehouse/contract/device/door-events.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'

export async function readDoorStates(
  db: Db,
  { siteId, doorId }: Query<typeof listDoorStates>,
): Promise<DoorStateOfDoor[]> {
  const rows = await db
    .selectFrom('door as d')
    .innerJoin('door_contact as s', 's.door_id', 'd.id')
    .select(['d.id', 's.contact', 's.since', 's.held_open_since', 's.fire_since', 's.reported_at'])
    .select(
      sql<
        string[]
      >`array(select distinct unnest(t.lost_inputs) as input from door_reader r join device v on v.id = r.device_id
        join door_state t on t.device_id = r.device_id and (v.door_count = 1 or t.port = r.port)
        where r.door_id = d.id order by input)`.as('lost_inputs'),
    )
    .$if(siteId !== undefined, (door) => door.where('d.site_id', '=', siteId ?? ''))
    .$if(doorId !== undefined, (door) => door.where('d.id', '=', doorId ?? ''))
    .orderBy('d.id')
    .limit(maxDoorStates)
    .execute()
  return rows.map((row) => {
    const isHeldOpen = row.contact === 'open' && row.held_open_since !== null
    return {
      doorId: row.id,
      state: isHeldOpen ? 'held-open' : row.contact,
      since: row.contact === 'unknown' ? null : isHeldOpen ? row.held_open_since : row.since,
      fireSince: row.fire_since,
      lostInputs: row.lost_inputs,
      reportedAt: row.reported_at,
    }
  })
}

/** Events at a door, the latest first; undefined when there is no such door. */
export async function readDoorEvents(db: Db, doorId: string, { after, size }: Query<typeof listDoorEvents>) {
  const door = await db.selectFrom('door').select('id').where('id', '=', doorId).executeTakeFirst()
  if (!door) return undefined
  const [at, id] = decodeCursor(after, 'instant', 'id') ?? []
  const rows = await db
    .selectFrom('door_event as e')
    .leftJoin('device as v', 'v.id', 'e.device_id')
    .select(['e.id', 'e.at', 'e.claimed_at', 'e.received_at', 'e.kind', 'e.input', 'e.contact', 'e.record_id'])
    .select(['v.id as device_id', 'v.name as device_name'])
    .where('e.door_id', '=', doorId)
    .$if(at !== undefined, (page) => page.where(sql<boolean>`(e.at, e.id) < (${at}::timestamptz, ${id}::uuid)`))
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(size + 1)
    .execute()
  const items = rows.slice(0, size).map((row): DoorEvent => ({
    id: row.id,
    at: row.at,
    claimedAt: row.claimed_at,
    receivedAt: row.received_at,
    kind: row.kind,
    input: row.input,
    contact: doorContacts.find((contact) => contact === row.contact) ?? null,
    recordId: row.record_id,
    device: row.device_id === null || row.device_name === null ? null : { id: row.device_id, name: row.device_name },
  }))
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? encodeCursor(last.at, last.id) : null }
}
