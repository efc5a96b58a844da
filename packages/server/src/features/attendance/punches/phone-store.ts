import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/** Replaces the person's earlier link by a new one. */
export async function replaceLink(
  db: Db,
  link: { personId: string; hash: Buffer; by: string; at: string; expiresAt: string },
): Promise<void> {
  await db
    .insertInto('attendance_phone_link')
    .values({
      person_id: link.personId,
      token_hash: link.hash,
      created_by: link.by,
      created_at: link.at,
      expires_at: link.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((row) => ({
        token_hash: row.ref('excluded.token_hash'),
        created_by: row.ref('excluded.created_by'),
        created_at: row.ref('excluded.created_at'),
        expires_at: row.ref('excluded.expires_at'),
        last_used_at: null,
      })),
    )
    .execute()
}

export const deleteLink = (db: Db, personId: string) =>
  db.deleteFrom('attendance_phone_link').where('person_id', '=', personId).execute()

/** The member of staff of this link, while it is valid. */
export async function findLinkedPerson(
  db: Db,
  hash: Buffer,
  now: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from attendance_phone_link l join person p on p.id = l.person_id and p.kind = ${sql.lit(personKindCodes.staff)}
    where l.token_hash = ${hash} and l.expires_at > ${now}`.execute(db)
  return rows[0]
}

export async function touchLink(db: Db, personId: string, now: string): Promise<void> {
  await db.updateTable('attendance_phone_link').set({ last_used_at: now }).where('person_id', '=', personId).execute()
}

export type AreaRow = { id: string; name: string; latitude: number; longitude: number; radius_metres: number }

/** The areas of a rule's version, all areas where it names none. */
export async function selectAreasOfRule(db: Db, ruleId: string, version: number): Promise<AreaRow[]> {
  const { rows } = await sql<AreaRow>`
    select a.id, a.name, a.latitude, a.longitude, a.radius_metres from attendance_area a
    join attendance_rule_version v on v.rule_id = ${ruleId} and v.version = ${version}
    where v.area_ids = '{}' or a.id = any(v.area_ids) limit 1000`.execute(db)
  return rows
}
