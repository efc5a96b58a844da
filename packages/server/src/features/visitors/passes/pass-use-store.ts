import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { hasLeftDevices } from '../../../device-link/outbox/device-membership-reads.ts'

export type PassRow = {
  id: string
  person_id: string
  valid_from: string
  valid_to: string
  max_uses: number | null
  used_count: number
  is_revoked: boolean
  person_name: string
  /** In a group that is bound to this device. */
  belonged: boolean
  /** And the visit is not over. */
  belongs: boolean
}

/** The person of pass `q` has a group that is bound to this device; the visit may be over since. */
const hasGroupAt = (deviceId: string) => sql<boolean>`exists (
  select from group_member m join device_group dg on dg.group_id = m.group_id and dg.device_id = ${deviceId}::uuid
  where m.person_id = q.person_id)`

/** A pass by the hash of its code, and whether its person belongs on this device; locked until the transaction ends. */
export async function lockPass(db: Db, deviceId: string, codeHash: Buffer): Promise<PassRow | undefined> {
  const { rows } = await sql<PassRow>`
    select q.*, q.belonged and not ${hasLeftDevices('p.id')} as belongs from (
      select q.id, q.person_id, p.name as person_name, q.valid_from, q.valid_to, q.max_uses, q.used_count,
        q.revoked_at is not null as is_revoked,
        ${hasGroupAt(deviceId)} as belonged
      from visitor_pass q join person p on p.id = q.person_id
      where q.code_hash = ${codeHash} for update of q) q join person p on p.id = q.person_id`.execute(db)
  return rows[0]
}

/**
 * Counts uses of people who have a group at this device, each record once; gives the people whose passes have fewer
 * uses left than before.
 */
export async function insertUses(
  db: Db,
  deviceId: string,
  uses: readonly { recordId: string; passId: string; at: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    with used as (
      insert into visitor_pass_use (record_id, pass_id, device_id, used_at)
      select u.record_id, u.pass_id, ${deviceId}::uuid, u.at
      from unnest(${uses.map(({ recordId }) => recordId)}::uuid[], ${uses.map(({ passId }) => passId)}::uuid[],
        ${uses.map(({ at }) => at)}::timestamptz[]) as u(record_id, pass_id, at)
      join visitor_pass q on q.id = u.pass_id
      where ${hasGroupAt(deviceId)}
      on conflict do nothing returning pass_id
    )
    update visitor_pass q set used_count = q.used_count + n.uses
    from (select pass_id, count(*)::int as uses from used group by pass_id) n where q.id = n.pass_id
    returning q.person_id`.execute(db)
  return [...new Set(rows.map((row) => row.person_id))]
}

export async function isUseCounted(db: Db, recordId: string): Promise<boolean> {
  const row = await db
    .selectFrom('visitor_pass_use')
    .select('pass_id')
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row !== undefined
}
