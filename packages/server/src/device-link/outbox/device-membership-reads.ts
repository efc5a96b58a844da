import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared, unseenList } from '../../db/prepared.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'

const visitorKind = sql.lit(personKindCodes.visitor)
const staffKind = sql.lit(personKindCodes.staff)

/**
 * The member of staff of this id left long ago, or another entry of the same person holds for both. The conditions are those of small
 * indexes.
 */
const isOffDevices = (personId: 'p.id' | 'm.person_id' | 'f.person_id' | 'v.person_id') => sql`(exists (
  select from person off where off.id = ${sql.ref(personId)} and off.is_off_devices and off.kind = ${staffKind})
  or exists (select from joined_entry j where j.person_id = ${sql.ref(personId)}))`

/**
 * The period of a visitor `p` or `m.person_id` is over, a member of staff left long ago, or another entry of the same person holds for
 * both, and the devices must remove them.
 * The blacklisted stay on the devices.
 */
export const hasLeftDevices = (personId: 'p.id' | 'm.person_id' | 'f.person_id') => sql<boolean>`(exists (
  select from visitor left_v join person left_p on left_p.id = left_v.person_id
  where left_v.person_id = ${sql.ref(personId)} and not left_v.is_on_devices and left_p.kind = ${visitorKind})
  or ${isOffDevices(personId)})`

/**
 * The people who belong on a device, after this person in the order of ids, each group's first `limit`. Visitors are
 * read from the present ones: over the years a visitor group gathers hundreds of thousands whose visit is over.
 */
export function belongingTo(deviceId: string, page?: { after: string | null; limit: number }) {
  const rest = (column: 'm.person_id' | 'v.person_id') =>
    page
      ? sql`and ${page.after === null ? sql`true` : sql`${sql.ref(column)} > ${page.after}`} order by ${sql.ref(column)} limit ${page.limit}`
      : sql``
  return sql<{ person_id: string }>`
    select s.person_id from device_group dg join person_group g on g.id = dg.group_id and g.kind <> ${visitorKind}
    cross join lateral (select m.person_id from group_member m where m.group_id = dg.group_id
      and not ${isOffDevices('m.person_id')} ${rest('m.person_id')}) s
    where dg.device_id = ${deviceId}
    union (
      select v.person_id from visitor v where v.is_on_devices and not ${isOffDevices('v.person_id')} and exists (
        select from group_member m join device_group dg on dg.group_id = m.group_id and dg.device_id = ${deviceId}
        join person_group g on g.id = m.group_id and g.kind = ${visitorKind} where m.person_id = v.person_id)
      ${rest('v.person_id')})`
}

/** Whether `o` is a member of staff with the card of staff `p`, in its one spelling: it opens nothing for either. */
export const sharesCard = sql<boolean>`p.kind = ${sql.lit(personKindCodes.staff)} and o.kind = ${sql.lit(personKindCodes.staff)} and o.id <> p.id and upper(o.ic_card) = upper(p.ic_card)`

/** Somebody whom a device has named at this time. */
export type NamedPerson = { deviceId: string; personId: string; at: string }

/** The groups that are bound to devices or ever were, with the last change of the binding. */
const everBound = sql<{ device_id: string; group_id: string; revision: number }>`(
  select device_id, group_id, 0::bigint from device_group
  union all select device_id, group_id, revision from device_group_change)`.as<'b'>(
  sql`b(device_id, group_id, revision)`,
)

/**
 * Those of these people whom the device did not know: they are in no group that is bound to it, and it had forgotten them by then if they
 * ever were. Gives their places in the list. People who do not exist are left out.
 */
export async function selectElsewhere(db: Db, named: readonly NamedPerson[]): Promise<number[]> {
  const column = (name: keyof NamedPerson) => named.map((one) => one[name])
  const rows = await db
    .selectFrom(
      sql<{ device_id: string; person_id: string; at: string; place: number }>`unnest(
        ${unseenList('uuid', column('deviceId'))}, ${unseenList('uuid', column('personId'))},
        ${unseenList('timestamptz', column('at'))}) with ordinality`.as<'s'>(sql`s(device_id, person_id, at, place)`),
    )
    .select('s.place')
    .where((row) => row.exists(row.selectFrom('person as p').select('p.id').whereRef('p.id', '=', 's.person_id')))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('group_member as m')
            .innerJoin('device_group as g', 'g.group_id', 'm.group_id')
            .select('m.group_id')
            .whereRef('m.person_id', '=', 's.person_id')
            .whereRef('g.device_id', '=', 's.device_id'),
        ),
      ),
    )
    // Changes outlive the membership and the binding; the device has forgotten the person once it has applied the later of the two.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('person_change as c')
            .innerJoin(everBound, 'b.group_id', 'c.group_id')
            .select('c.group_id')
            .whereRef('c.person_id', '=', 's.person_id')
            .whereRef('b.device_id', '=', 's.device_id')
            .where((known) =>
              known.not(
                known.exists(
                  known
                    .selectFrom('device_people_applied as a')
                    .select('a.revision')
                    .whereRef('a.device_id', '=', 'b.device_id')
                    .whereRef('a.revision', '>=', known.fn<number>('greatest', ['c.revision', 'b.revision']))
                    .whereRef('a.applied_before', '<', 's.at'),
                ),
              ),
            ),
        ),
      ),
    )
    .modifyEnd(prepared)
    .execute()
  return rows.map(({ place }) => Number(place) - 1)
}
