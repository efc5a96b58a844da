import type { DevicePerson } from '@gatehouse/contract/device/link.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { prepared, unseenList } from '../../../db/prepared.ts'
import { lastingSuspensions, leftAt } from '../../../people/suspension-reads.ts'
import { belongingTo, hasLeftDevices, sharesCard } from '../../../device-link/outbox/device-membership-reads.ts'

/** The clock's revision that this device may count on: every change up to it can be seen. undefined: no such device. */
export async function findClock(db: Db, deviceId: string): Promise<Clock | undefined> {
  const { rows } = await sql<Clock>`
    ${prepared} select c.revision, c.lost_after as "lostAfter", c.lost_up_to as "lostUpTo", d.hash_form as "hashForm", d.knows_slow_hashes as "knowsSlowHashes", d.abilities
    from sync_clock c cross join device d where d.id = ${deviceId}`.execute(db)
  return rows[0]
}

/** Revisions after `lostAfter` and before `lostUpTo` were assigned in a time that a restore undid. */
export type Clock = {
  revision: number
  lostAfter: number | null
  lostUpTo: number | null
  /** The form in which the device last took cards and PINs; null: it never did. */
  hashForm: string | null
  /** Whether the device has ever said that it takes the slow hash. */
  knowsSlowHashes: boolean
  abilities: string[]
}

/** The ids of the people who belong on a device, after this id, in order. */
export async function selectMembersAfter(
  db: Db,
  deviceId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    ${prepared} select person_id from (${belongingTo(deviceId, { after, limit })}) belonging
    order by person_id limit ${limit}`.execute(db)
  return rows.map((row) => row.person_id)
}

export type Change = { revision: number; person_id: string }

/**
 * The changes for a device after (revision, person): people in groups that are or were bound to it, and
 * everybody in a group whose binding changed, or who was in it when it ended. Somebody may come twice, at two revisions.
 */
export async function selectChangesAfter(
  db: Db,
  deviceId: string,
  { revision, personId }: { revision: number; personId: string | null },
  limit: number,
): Promise<Change[]> {
  const isLater =
    personId === null ? sql`pc.revision > ${revision}` : sql`(pc.revision, pc.person_id) > (${revision}, ${personId})`
  const isLaterMember =
    personId === null ? sql`gc.revision > ${revision}` : sql`(gc.revision, m.person_id) > (${revision}, ${personId})`
  const membersIn = (table: 'group_member' | 'ended_group_member') => sql`
    (select m.person_id from ${sql.table(table)} m where m.group_id = gc.group_id and ${isLaterMember}
    order by m.person_id limit ${limit})`
  const { rows } = await sql<Change>`
    ${prepared} select revision, person_id from (
      select c.revision, c.person_id from device_group_change gc
      cross join lateral (
        select pc.revision, pc.person_id from person_change pc
        where pc.group_id = gc.group_id and ${isLater}
        order by pc.revision, pc.person_id limit ${limit}) c
      where gc.device_id = ${deviceId}
      union
      select gc.revision, c.person_id from device_group_change gc
      cross join lateral (${membersIn('group_member')} union all ${membersIn('ended_group_member')}) c
      where gc.device_id = ${deviceId} and gc.revision >= ${revision}
      union
      select revision, person_id from (
        select pc.revision, pc.person_id from device_person_change pc
        where pc.device_id = ${deviceId} and ${isLater}
        order by pc.revision, pc.person_id limit ${limit}) again
    ) change
    order by revision, person_id limit ${limit}`.execute(db)
  return rows
}

export type PulledRow = {
  id: string
  kind: number
  name: string
  prompt: string | null
  group_ids: string[]
  valid_from: string | null
  valid_to: string | null
  left_at: string | null
  suspensions: DevicePerson['suspensions']
  portrait_id: string | null
  display_portrait_id: string | null
  model_id: string | null
  /** Of all portraits whose face is of this model, the main one first; `face_ids` are the portraits. */
  face_ids: string[] | null
  faces_sealed: Buffer[] | null
  /** People who look like this one and are others. */
  twin_ids: string[]
  passes: DevicePerson['passes']
  /** As it is printed on the card. */
  card_number: string | null
  card_hash: string | null
  card_key_sealed: Buffer | null
  pin_key_sealed: Buffer | null
  pin_sealed: Buffer | null
}

/**
 * The portraits of these people, as `person_face` has them. That view asks for people with a portrait: where the planner takes these for few,
 * as right after an import, it reads all of them for each person, and a list of 10,000 took a minute and a half.
 */
const facesOf = (personIds: RawBuilder<unknown>) => sql`
  select o.portrait_id as image_id, true as is_main from person o where o.id = any(${personIds})
  union all
  select x.image_id, false from person_portrait x where x.person_id = any(${personIds})`

/** The ones of these people who belong on the device now, with templates of this model where there are any, else of the one in force. Without one it is the model that the device has reported. */
export async function selectBelonging(
  db: Db,
  deviceId: string,
  personIds: readonly string[],
  modelId: string | null = null,
): Promise<PulledRow[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<PulledRow>`
    ${prepared} select p.id, p.kind, p.name, p.prompt, g.group_ids, p.valid_from, p.valid_to, ${leftAt} as left_at, ${lastingSuspensions} as suspensions, p.portrait_id, p.display_portrait_id, f.model_id, f.face_ids, f.faces_sealed,
      array(select t.twin_id::text from person_twin t where t.person_id = p.id order by t.twin_id limit 20) as twin_ids,
      case when not s.is_shared then p.ic_card end as card_number,
      case when not s.is_shared then encode(sha256(convert_to(upper(p.ic_card), 'UTF8')), 'hex') end as card_hash, p.pin_sealed,
      case when not s.is_shared and k.card = p.ic_card then k.card_key_sealed end as card_key_sealed,
      case when k.pin_sealed = p.pin_sealed then k.pin_key_sealed end as pin_key_sealed,
      coalesce((select json_agg(json_build_object('id', q.id, 'codeHash', encode(q.code_hash, 'hex'),
        'validFromAt', q.valid_from, 'validToAt', q.valid_to, 'maxUses', q.max_uses, 'usedCount', q.used_count,
        'isRevoked', q.revoked_at is not null))
        from (select * from visitor_pass where person_id = p.id order by created_at desc limit 20) q), '[]') as passes
    from person p
    cross join lateral (
      select array_agg(m.group_id::text order by m.group_id) as group_ids
      from group_member m join device_group dg on dg.group_id = m.group_id and dg.device_id = ${deviceId}
      where m.person_id = p.id) g
    cross join lateral (select exists (select from person o where ${sharesCard}) as is_shared) s
    left join person_key k on k.person_id = p.id
    cross join lateral (select array(select j.person_id from joined_entry j where j.main_id = p.id) as ids) p_joined
    cross join lateral (select coalesce(
      (select m.model_id from portrait_template m where m.image_id = p.portrait_id
        and m.model_id = coalesce(${modelId}::text, (select d.face_model_id from device d where d.id = ${deviceId}))),
      (select m.model_id from face_template m where m.image_id = p.portrait_id)) as model_id) w
    left join lateral (
      select t.model_id, array_agg(t.image_id::text order by a.is_main desc, t.image_id) as face_ids,
        array_agg(t.embedding_sealed order by a.is_main desc, t.image_id) as faces_sealed
      from (${facesOf(sql`p.id || p_joined.ids`)}) a join portrait_template t on t.image_id = a.image_id and t.model_id = w.model_id
      group by t.model_id) f on true
    where p.id = any(${unseenList('uuid', personIds)}) and g.group_ids is not null and not ${hasLeftDevices('p.id')}`.execute(
    db,
  )
  return rows
}

/** The blob of a portrait, of either kind, if its person belongs on the device. */
export async function findPortraitBlob(db: Db, deviceId: string, portraitId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ blob_hash: Buffer }>`
    select i.blob_hash from person p
    join image i on i.id = ${portraitId}
    where ${portraitId} in (p.portrait_id, p.display_portrait_id) and exists (
      select from group_member m join device_group dg on dg.group_id = m.group_id and dg.device_id = ${deviceId}
      where m.person_id = p.id)
    limit 1`.execute(db)
  return rows[0]?.blob_hash
}
