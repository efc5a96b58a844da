import type { PassageAnswer } from '@gatehouse/contract/features/policies.ts'
import type { AbnormalType } from '@gatehouse/engine/passage/vocabulary.ts'
import type { KnownPerson } from '@gatehouse/engine/passage/may-pass.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { leftAt } from '../../people/suspension-reads.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type PersonRow = {
  id: string
  name: string
  kind: number
  portrait_id: string | null
}

const toPerson = (row: PersonRow): PassageAnswer['person'] => ({
  id: row.id,
  name: row.name,
  kind: groupKindOf(row.kind),
  portraitId: row.portrait_id,
})

/** People as the passage engine knows them; unknown ones are left out. */
export async function readSubjects(
  db: Db,
  ids: readonly string[],
): Promise<{ person: PassageAnswer['person']; subject: KnownPerson }[]> {
  const { rows } = await sql<
    PersonRow & {
      valid_from: string | null
      valid_to: string | null
      left_at: string | null
      suspensions: { fromAt: string; toAt: string | null }[]
      group_ids: string[]
    }
  >`
    select p.id, p.name, p.kind, p.portrait_id, p.valid_from, p.valid_to, ${leftAt} as left_at,
      coalesce((select json_agg(json_build_object('fromAt', s.from_at, 'toAt', s.to_at) order by s.from_at)
        from suspension s where s.person_id = p.id), '[]') as suspensions,
      array(select m.group_id from group_member m where m.person_id = p.id order by m.group_id)::text[] as group_ids
    from person p where p.id = any(${[...ids]}::uuid[]) order by p.created_at, p.id`.execute(db)
  const msOf = (at: string) => Temporal.Instant.from(at).epochMilliseconds
  const ms = (at: string | null) => (at === null ? null : msOf(at))
  return rows.map((row) => ({
    person: toPerson(row),
    subject: {
      kind: groupKindOf(row.kind),
      groupIds: row.group_ids,
      validFromMs: ms(row.valid_from),
      validToMs: ms(row.valid_to),
      suspensions: row.suspensions.map(({ fromAt, toAt }) => ({ fromMs: msOf(fromAt), toMs: ms(toAt) })),
      leftMs: ms(row.left_at),
    },
  }))
}

const maxFound = 20

/** People by name, shortest match first: the first few to choose from; or the one of this id. */
export async function findPeopleByName(
  db: Db,
  { keyword, id }: { keyword?: string | undefined; id?: string | undefined },
) {
  const pattern = likePattern(keyword ?? '')
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.kind, p.portrait_id from person p
    where ${id ? sql`p.id = ${id}` : sql`p.name ilike ${pattern}`} order by p.name, p.id limit ${maxFound}`.execute(db)
  return rows.map(toPerson)
}

/** When the fire input of this device came on; null: it is off. */
export async function readFireSince(db: Db, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('door_state')
    .select('fire_since')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.fire_since ?? null
}

/** The known people whom this device has let pass since then, without the one who asks. */
export async function readLatePassages(db: Db, deviceId: string, since: string, exceptId: string) {
  const rows = await db
    .selectFrom('recognition_record as r')
    .innerJoin('group_member as m', 'm.person_id', 'r.person_id')
    .select(['r.person_id', 'r.recognised_at'])
    .select((record) => record.fn.agg<string[]>('array_agg', ['m.group_id']).as('group_ids'))
    .where('r.device_id', '=', deviceId)
    .where('r.recognised_at', '>', since)
    .where((record) => record.or([record('r.opened', '=', true), record('r.abnormal', 'in', waiting)]))
    .where('r.person_id', '<>', exceptId)
    .groupBy(['r.person_id', 'r.recognised_at'])
    .orderBy('r.recognised_at')
    .execute()
  return rows.flatMap(({ person_id: personId, recognised_at, group_ids: groupIds }) =>
    personId === null ? [] : [{ personId, groupIds, atMs: Temporal.Instant.from(recognised_at).epochMilliseconds }],
  )
}

/** Refused for want of others: they stood there all the same. */
const waiting = ['escort-missing', 'too-few-people'] as const satisfies AbnormalType[]

/** When this device let in somebody of these groups last, within a day and a half; null groups: anybody known. */
export async function readLastEntry(db: Db, deviceId: string, groupIds: readonly string[] | null) {
  const row = await db
    .selectFrom('recognition_record as r')
    .select('r.recognised_at')
    .where('r.device_id', '=', deviceId)
    .where('r.opened', '=', true)
    .where('r.person_id', 'is not', null)
    .where('r.recognised_at', '>', sql<string>`now() - interval '36 hours'`)
    .$if(groupIds !== null, (records) =>
      records.where((record) =>
        record.exists(
          record
            .selectFrom('group_member as m')
            .select('m.group_id')
            .whereRef('m.person_id', '=', 'r.person_id')
            .where('m.group_id', 'in', [...(groupIds ?? [])]),
        ),
      ),
    )
    .orderBy('r.recognised_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.recognised_at ?? null
}

/** Everything that a chain of reasons names by id, with its present name; people only for readers who see all of them. */
export async function readReasonNames(
  db: Db,
  reasons: readonly object[],
  seesPeople: boolean,
): Promise<Record<string, string>> {
  const ids = [...new Set(reasons.flatMap(idsOf))]
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from person_group where id = any(${ids}::uuid[])
    union all select id, name from timetable where id = any(${ids}::uuid[])
    union all select id, name from area where id = any(${ids}::uuid[])
    union all select id, name from door where id = any(${ids}::uuid[])
    union all select id, concat_ws(' · ', level, scope_name) from lockdown
      where id = any(${ids}::uuid[]) and coalesce(level, scope_name) is not null
    union all select id, name from person where ${seesPeople} and id = any(${ids}::uuid[])`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ids that a reason names; a device of another maker may have written anything. */
function idsOf(reason: object): string[] {
  const named: Record<string, unknown> = { ...reason }
  const single = ['groupId', 'timetableId', 'areaId', 'lockdownId', 'escortId'].map((field) => named[field])
  const several = ['groupIds', 'areaIds', 'doorIds'].flatMap((field): unknown[] => {
    const ids = named[field]
    return Array.isArray(ids) ? ids : []
  })
  return [...single, ...several].filter((id): id is string => typeof id === 'string' && uuid.test(id))
}
