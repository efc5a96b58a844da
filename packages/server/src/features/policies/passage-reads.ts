import type { AccessRules } from '@gatehouse/contract/device/link.ts'
import type { PassageAnswer } from '@gatehouse/contract/features/policies.ts'
import type { AbnormalType } from '@gatehouse/engine/passage/vocabulary.ts'
import type { KnownPerson } from '@gatehouse/engine/passage/may-pass.ts'
import type { Timetable } from '@gatehouse/engine/passage/timetable.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'
import { type PersonRow, toPerson } from '../records/find-people-reads.ts'
import { leftAt, suspendedWith } from '../../people/suspension-reads.ts'

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
        from suspension s where s.person_id = ${suspendedWith}), '[]') as suspensions,
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

/** The schema has checked that a week has seven days; the engine's type says so. */
export function toTimetable({ week, ...rest }: AccessRules['timetables'][number]): Timetable {
  const [monday = [], tuesday = [], wednesday = [], thursday = [], friday = [], saturday = [], sunday = []] = week
  return { ...rest, week: [monday, tuesday, wednesday, thursday, friday, saturday, sunday] }
}

/** When the fire input of this device came on; null: it is off. */
export async function readFireSince(db: Db, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('door_state')
    .select('fire_since')
    .where('device_id', '=', deviceId)
    .where('fire_since', 'is not', null)
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
