import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DoorOfDevice } from '../inside/door-reads.ts'

type Question = Pick<SurroundingsQuestion, 'personId' | 'entries' | 'doorIds'>

/** A person who came in longer ago may come in again: a timed rule lasts for a day at most. */
const enteredWithin = sql`interval '36 hours'`

/** The area and those inside it. */
const areasWithin = (areaId: string | null) => sql<string>`(with recursive part as (
  select ${areaId}::uuid as id union select a.id from area a join part on a.parent_id = part.id) select id from part)`

/**
 * The surroundings of a door for one person, in one statement: where they are, how many are in the area entered, and
 * which of the other doors are open.
 */
export async function readSurroundings(
  db: Db,
  door: DoorOfDevice,
  { personId, entries, doorIds }: Question,
): Promise<Surroundings> {
  const { entersAreaId } = door
  const ids = [personId, ...entries]
  const row = await db
    .with('located', (at) =>
      at
        .selectFrom('person_location')
        .select(['area_id', 'since'])
        .where('person_id', 'in', ids)
        .orderBy('since', 'desc')
        .limit(1),
    )
    .selectNoFrom((from) => [
      from
        .selectFrom('group_member as m')
        .innerJoin('device_group as g', 'g.group_id', 'm.group_id')
        .where('m.person_id', '=', personId)
        .where('g.device_id', '=', door.deviceId)
        .select(sql<boolean>`count(*) > 0`.as('belongs'))
        .as('belongs'),
      sql<string[]>`array(with recursive path as (
        select a.id, a.parent_id, 0 as depth from area a join located l on l.area_id = a.id
        union all select a.id, a.parent_id, p.depth + 1 from area a join path p on a.id = p.parent_id)
        select id from path order by depth)`.as('area_ids'),
      from
        .selectFrom('recognition_record as r')
        .innerJoin('door_reader as x', 'x.device_id', 'r.device_id')
        .innerJoin('door as d', 'd.id', 'x.door_id')
        .innerJoin('device as v', 'v.id', 'x.device_id')
        .where('r.person_id', 'in', ids)
        .where('r.opened', '=', true)
        .where('r.recognised_at', '>', sql<string>`now() - ${enteredWithin}`)
        .where(
          sql<boolean>`case coalesce(x.direction, case v.direction when 1 then 'entry' when 2 then 'exit' end)
            when 'entry' then d.to_area_id when 'exit' then d.from_area_id end = ${entersAreaId}::uuid`,
        )
        .where((record) =>
          record.not(
            record.exists(
              record
                .selectFrom('door_event as e')
                .select('e.id')
                .whereRef('e.record_id', '=', 'r.id')
                .where('e.kind', '=', 'not-passed'),
            ),
          ),
        )
        .select((record) => record.fn.max('r.recognised_at').as('at'))
        .as('entered_at'),
      from
        .selectFrom('located as l')
        .select('l.since')
        .where('l.area_id', '=', entersAreaId)
        .where('l.since', '>', sql<string>`now() - ${enteredWithin}`)
        .as('located_at'),
      from
        .selectFrom('person_location as l')
        .where('l.area_id', 'in', areasWithin(entersAreaId))
        .select((people) => people.fn.countAll<number>().as('people'))
        .as('people'),
      from
        .selectFrom('passage_claim as c')
        .where('c.area_id', 'in', areasWithin(entersAreaId))
        .where('c.expires_at', '>', sql<string>`now()`)
        .where('c.person_id', 'not in', ids)
        .where((claim) =>
          claim.not(
            claim.exists(
              claim
                .selectFrom('person_location as l')
                .select('l.person_id')
                .whereRef('l.person_id', '=', 'c.person_id')
                .whereRef('l.since', '>=', 'c.asked_at'),
            ),
          ),
        )
        .select((claim) => claim.fn.count<number>('c.person_id').distinct().as('claims'))
        .as('claims'),
      sql<string[]>`array(select d.id from door d where d.id = any(${doorIds ?? []}::uuid[]) and d.id <> ${door.doorId}
        and (exists (select from door_contact s where s.door_id = d.id and s.contact = 'open')
          or exists (select from passage_claim c where c.door_id = d.id and c.is_opening and c.expires_at > now())) order by d.id)`.as(
        'open_ids',
      ),
      sql<number>`(select count(*) from unnest(${doorIds ?? []}::uuid[]) o(id) where o.id <> ${door.doorId} and not exists (
        select from door_contact s join door d on d.id = s.door_id join door own on own.id = ${door.doorId}
        where s.door_id = o.id and s.contact <> 'unknown' and d.site_id = own.site_id))`.as('unknown_doors'),
    ])
    .executeTakeFirstOrThrow()
  const enteredAt =
    [row.entered_at, row.located_at]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null
  const isNotKnown = doorIds === null || (row.open_ids.length === 0 && Number(row.unknown_doors) > 0)
  return {
    person: row.belongs ? { areaIds: row.area_ids, enteredAt } : null,
    occupancy: entersAreaId === null ? null : Number(row.people) + Number(row.claims),
    openDoorIds: isNotKnown ? null : row.open_ids,
  }
}
