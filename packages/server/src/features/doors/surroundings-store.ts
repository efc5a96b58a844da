import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared, unseenList } from '../../db/prepared.ts'
import { driftMs } from '../../device-link/device-time.ts'
import type { DoorOfDevice } from '../inside/door-reads.ts'

/** The time for which a person who has claimed a place counts as inside without a record, and the door as about to open. */
const claimSeconds = 10
/** The lock is released only after the answer has come: the claim lasts longer than `doorOpenSeconds`. */
const marginSeconds = 5
/** Longer than any lock is released for one person: a terminal that reports more holds no place and no interlock for it. */
const maxClaimSeconds = 300
/** Claims at one door whose people have not come yet: a terminal that claims without end keeps nobody else out of a large area. */
const maxClaims = 10
/** A person who came in longer ago may come in again: a timed rule lasts for a day at most. */
const enteredSince = sql<string>`now() - interval '36 hours'`
const now = sql<string>`now()`

/** An area with those inside it. Each condition has a list of its own, and uses its index. */
const areasWithin = (areaId: string | null) => sql<string>`(with recursive part as (
  select ${areaId}::uuid as id union select a.id from area a join part on a.parent_id = part.id) select id from part)`

/**
 * The surroundings of a door for one person, and the claim of that person, in one statement. The claim counts only for one question after
 * another (`takeTextLocks`): one person takes the last place, one door of an interlock opens. The area that is counted is the one whose
 * limit applies: the area entered, or one around it.
 */
export async function readSurroundings(
  db: Db,
  door: DoorOfDevice,
  question: SurroundingsQuestion,
  countedAreaId = door.entersAreaId,
): Promise<Surroundings> {
  const { entersAreaId } = door
  const people = unseenList('uuid', [question.personId, ...question.entries])
  const otherIds = otherDoorsOf(door, question)
  const row = await db
    .with('located', () => selectLocation(db, door, people))
    .with('counted', () => selectOccupancy(db, door, countedAreaId, people))
    .with('other', () => selectOtherDoors(db, door, otherIds))
    .with('allowed', (from) =>
      from.selectNoFrom((row) => [
        row.exists(selectMembership(db, door, sql<string>`${question.personId}::uuid`)).as('belongs'),
        sql<boolean>`${entersAreaId}::uuid is not null and ${door.direction} <> 'exit'
          and not exists (select from located l where l.area_id = any(array${areasWithin(entersAreaId)}))`.as(
          'goes_in',
        ),
        sql<boolean>`coalesce((select occupancy from counted) >= ${question.max}::int, false)`.as('is_full'),
        sql<boolean>`${question.doorIds !== null} and not exists (select from other where is_open)`.as('may_open'),
      ]),
    )
    .with('claimed', () => (question.claim ? insertClaim(db, door, question) : deleteClaim(db, door, question)))
    .selectNoFrom((from) => [
      from.selectFrom('allowed').select('belongs').as('belongs'),
      from.selectFrom('counted').select('occupancy').as('occupancy'),
      areasAround.as('area_ids'),
      sql<
        string | null
      >`greatest((select since from located where area_id = ${entersAreaId}::uuid and since > ${enteredSince}),
        ${selectEntry(db, door, people)})`.as('entered_at'),
      sql<string[]>`array(select id from other where is_open order by id)`.as('open_ids'),
      sql<number>`(select count(*) from other where is_known)`.as('known_doors'),
    ])
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
  const isNotKnown = row.open_ids.length === 0 && Number(row.known_doors) < otherIds.length
  return {
    person: row.belongs ? { areaIds: row.area_ids, enteredAt: row.entered_at } : null,
    occupancy: entersAreaId === null ? null : Number(row.occupancy),
    openDoorIds: question.doorIds === null || isNotKnown ? null : row.open_ids,
  }
}

/** The other doors of the interlock, each once. */
export const otherDoorsOf = (
  { doorId }: Pick<DoorOfDevice, 'doorId'>,
  { doorIds }: Pick<SurroundingsQuestion, 'doorIds'>,
) => [...new Set(doorIds)].filter((id) => id !== doorId)

type Ids = ReturnType<typeof unseenList>

const isOneOf = (column: string, ids: Ids) => sql<boolean>`${sql.ref(column)} = any(${ids})`

/** The location of the person: the entries of a face are one person, who is in the area where one of them passed last. */
const selectLocation = (db: Db, door: DoorOfDevice, people: Ids) =>
  db
    .selectFrom('person_location as l')
    .select(['l.person_id', 'l.area_id', 'l.since'])
    .where(isOneOf('l.person_id', people))
    .where((row) => row.exists(selectMembership(db, door, sql.ref<string>('l.person_id'))))
    .orderBy('l.since', 'desc')
    .limit(1)

const areasAround = sql<string[]>`array(with recursive path as (
  select a.id, a.parent_id, 0 as depth from area a join located l on l.area_id = a.id
  union all select a.id, a.parent_id, p.depth + 1 from area a join path p on a.id = p.parent_id)
  select id from path order by depth)`

/**
 * People in the area, and those about to come in whose record has not arrived. The person who asks does not count where they are in it, but
 * not in the part of it that they enter: they take no second place.
 */
const selectOccupancy = (db: Db, { entersAreaId }: DoorOfDevice, areaId: string | null, people: Ids) =>
  db.withTables<{ located: { person_id: string; area_id: string | null } }>().selectNoFrom((row) => [
    sql<number>`(${row
      .selectFrom('person_location as l')
      .where('l.area_id', 'in', areasWithin(areaId))
      .$if(areaId !== entersAreaId, (counting) =>
        counting.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('located as x')
                .select('x.person_id')
                .whereRef('x.person_id', '=', 'l.person_id')
                .where('x.area_id', 'not in', areasWithin(entersAreaId)),
            ),
          ),
        ),
      )
      .select((people) => people.fn.countAll().as('people'))}) + (${row
      .selectFrom('passage_claim as c')
      .where('c.area_id', 'in', areasWithin(areaId))
      .where('c.expires_at', '>', now)
      .where(sql<boolean>`c.person_id <> all(${people})`)
      .where(hasNotCome)
      .where((claim) =>
        claim.not(
          claim.exists(
            row
              .selectFrom('person_location as l')
              .where(sql<boolean>`l.person_id = c.person_id`)
              .where('l.area_id', 'in', areasWithin(areaId))
              .select('l.person_id'),
          ),
        ),
      )
      .select((claim) => claim.fn.count('c.person_id').distinct().as('claims'))})`.as('occupancy'),
  ])

/** The record of the person of claim `c` has not arrived. */
const hasNotCome = sql<boolean>`not exists (
  select from person_location l where l.person_id = c.person_id and l.since >= c.asked_at)`

/** The claims at this door that last, without that of the person who asks. */
const countClaims = (db: Db, { doorId }: DoorOfDevice, { personId }: SurroundingsQuestion) =>
  db
    .selectFrom('passage_claim as c')
    .where('c.door_id', '=', doorId)
    .where('c.person_id', '<>', personId)
    .where('c.area_id', 'is not', null)
    .where('c.expires_at', '>', now)
    .where(hasNotCome)
    .select((claim) => claim.fn.countAll<number>().as('count'))

/** Those of the other doors that are in an interlock with this one; any other is none of its business, whatever its terminal names. */
const selectOtherDoors = (db: Db, door: DoorOfDevice, otherIds: readonly string[]) =>
  db
    .selectFrom('door as d')
    .leftJoin('door_contact as s', 's.door_id', 'd.id')
    .where(isOneOf('d.id', unseenList('uuid', otherIds)))
    .where((row) =>
      row.exists(
        row
          .selectFrom('interlock_door as m')
          .innerJoin('interlock_door as own', 'own.interlock_id', 'm.interlock_id')
          .whereRef('m.door_id', '=', 'd.id')
          .where('own.door_id', '=', door.doorId)
          .select('m.door_id'),
      ),
    )
    .select([
      'd.id',
      sql<boolean>`coalesce(s.contact <> 'unknown', false)`.as('is_known'),
      sql<boolean>`coalesce(s.contact = 'open', false) or exists (select from passage_claim c
        where c.door_id = d.id and c.is_opening and c.expires_at > now())`.as('is_open'),
    ])

/** Whether the person is in a group that is bound to the device. It learns of nobody else, though it names them as an entry of a face. */
const selectMembership = (db: Db, { deviceId }: DoorOfDevice, personId: RawBuilder<string>) =>
  db
    .selectFrom('group_member as m')
    .innerJoin('device_group as g', 'g.group_id', 'm.group_id')
    .where('m.person_id', '=', personId)
    .where('g.device_id', '=', deviceId)
    .select('g.device_id')

/** `byServerClock` of record `r` of device `v`. */
const cameAt = sql<string>`least(r.received_at, r.recognised_at - case
  when v.clock_offset_ms < ${sql.lit(-driftMs)} or (v.clock_offset_ms > ${sql.lit(driftMs)} and r.recognised_at > r.received_at)
  then v.clock_offset_ms * interval '1 millisecond' else interval '0' end)`

/** The last record by which the person came into the area, at a reader that only leads in; a passage that the contact denied is none. */
const selectEntry = (db: Db, door: DoorOfDevice, people: Ids) =>
  db
    .selectFrom('recognition_record as r')
    .innerJoin('door_reader as x', 'x.device_id', 'r.device_id')
    .innerJoin('door as d', 'd.id', 'x.door_id')
    .innerJoin('device as v', 'v.id', 'x.device_id')
    .where(isOneOf('r.person_id', people))
    .where((row) => row.exists(selectMembership(db, door, sql.ref<string>('r.person_id'))))
    .where('r.opened', '=', true)
    .where('r.recognised_at', '>', enteredSince)
    .where((row) => row.or([row('x.since', 'is', null), row('r.recognised_at', '>=', row.ref('x.since'))]))
    .where(
      sql<boolean>`case coalesce(x.direction, case v.direction when 1 then 'entry' when 2 then 'exit' end)
        when 'entry' then d.to_area_id when 'exit' then d.from_area_id end = ${door.entersAreaId}::uuid`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('door_event as e')
            .select('e.id')
            .whereRef('e.record_id', '=', 'r.id')
            // Of its own device: no other denies a passage.
            .whereRef('e.device_id', '=', 'r.device_id')
            .where('e.kind', '=', 'not-passed'),
        ),
      ),
    )
    .select(sql<string | null>`max(${cameAt})`.as('at'))

/** As long as the lock of the door may be released, by what its terminal has reported of itself. */
const lasting = ({
  deviceId,
}: DoorOfDevice) => sql<string>`now() + interval '1 second' * greatest(${sql.lit(claimSeconds)}, least(${sql.lit(maxClaimSeconds)}, coalesce((
  select ceil((p.values ->> 'doorOpenSeconds')::numeric) + ${sql.lit(marginSeconds)} from device_settings_report p
  where p.device_id = ${deviceId}::uuid and jsonb_typeof(p.values::jsonb -> 'doorOpenSeconds') = 'number'), 0)))`

type Allowed = { belongs: boolean; goes_in: boolean; is_full: boolean; may_open: boolean }

/** A person has one claim at each door; a new one replaces it. */
function insertClaim(db: Db, door: DoorOfDevice, question: SurroundingsQuestion) {
  const { personId, at } = question
  return db
    .withTables<{ allowed: Allowed }>()
    .insertInto('passage_claim')
    .columns(['person_id', 'door_id', 'area_id', 'is_opening', 'asked_at', 'expires_at'])
    .expression((row) =>
      row
        .selectFrom('allowed')
        .where('belongs', '=', true)
        .where('is_full', '=', false)
        .where(sql<boolean>`(goes_in or may_open)`)
        .where((claim) => claim(countClaims(db, door, question), '<', maxClaims))
        .select([
          sql<string>`${personId}::uuid`.as('person_id'),
          sql<string>`${door.doorId}::uuid`.as('door_id'),
          sql<string | null>`case when goes_in then ${door.entersAreaId}::uuid end`.as('area_id'),
          'may_open',
          sql<string>`${at}::timestamptz`.as('asked_at'),
          lasting(door).as('expires_at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'door_id']).doUpdateSet((update) => ({
        area_id: update.ref('excluded.area_id'),
        is_opening: update.ref('excluded.is_opening'),
        asked_at: update.ref('excluded.asked_at'),
        expires_at: update.ref('excluded.expires_at'),
      })),
    )
    .returning('person_id')
}

const deleteClaim = (db: Db, { doorId }: DoorOfDevice, { personId }: SurroundingsQuestion) =>
  db.deleteFrom('passage_claim').where('person_id', '=', personId).where('door_id', '=', doorId).returning('person_id')

/** The door has closed: it is no longer about to open for those who asked before. */
export const endOpenings = (db: Db, doorId: string, at: string) =>
  db
    .updateTable('passage_claim')
    .set({ is_opening: false })
    .where('door_id', '=', doorId)
    .where('is_opening', '=', true)
    .where('asked_at', '<=', at)
    .execute()

export const deleteExpiredClaims = (db: Db) => db.deleteFrom('passage_claim').where('expires_at', '<', now).execute()
