import { sql } from 'kysely'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'

const visitorKind = sql.lit(personKindCodes.visitor)
const staffKind = sql.lit(personKindCodes.staff)

/** The member of staff of this id left long ago. The condition is that of a small index. */
const isFormerStaff = (personId: 'p.id' | 'm.person_id' | 'f.person_id') => sql`exists (
  select from person off where off.id = ${sql.ref(personId)} and off.is_off_devices and off.kind = ${staffKind})`

/**
 * The period of a visitor `p` or `m.person_id` is over, or a member of staff left long ago, and the devices must remove them.
 * The blacklisted stay on the devices.
 */
export const hasLeftDevices = (personId: 'p.id' | 'm.person_id' | 'f.person_id') => sql<boolean>`(exists (
  select from visitor left_v join person left_p on left_p.id = left_v.person_id
  where left_v.person_id = ${sql.ref(personId)} and not left_v.is_on_devices and left_p.kind = ${visitorKind})
  or ${isFormerStaff(personId)})`

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
      and not ${isFormerStaff('m.person_id')} ${rest('m.person_id')}) s
    where dg.device_id = ${deviceId}
    union (
      select v.person_id from visitor v where v.is_on_devices and exists (
        select from group_member m join device_group dg on dg.group_id = m.group_id and dg.device_id = ${deviceId}
        join person_group g on g.id = m.group_id and g.kind = ${visitorKind} where m.person_id = v.person_id)
      ${rest('v.person_id')})`
}

/** Whether `o` is a member of staff with the card of staff `p`, in its one spelling: it opens nothing for either. */
export const sharesCard = sql<boolean>`p.kind = ${sql.lit(personKindCodes.staff)} and o.kind = ${sql.lit(personKindCodes.staff)} and o.id <> p.id and upper(o.ic_card) = upper(p.ic_card)`
