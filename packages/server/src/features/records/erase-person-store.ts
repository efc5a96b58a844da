import { sql } from 'kysely'
import { discardBlobs, discardRows } from '../../blobs/garbage-store.ts'
import type { Db } from '../../db/open-database.ts'
import { lockCaptureTemplates } from './capture-store.ts'

/** A record names a person as its own, or among its candidates. */
const namesAmongOthers = (personId: string) => sql<boolean>`candidates @> ${JSON.stringify([{ id: personId }])}::jsonb`

/**
 * A record of nobody whose picture shows this person for all that is known: no other candidate is left, or the terminal named them and did
 * not know them.
 */
const isAboutNobodyElse = (personId: string) => sql<boolean>`person_id is null
  and coalesce(linked_person_id, ${personId}) = ${personId} and ${namesAmongOthers(personId)}
  and (not jsonb_path_exists(candidates, '$[*] ? (@.id != $id)', jsonb_build_object('id', ${personId}::text))
    or reasons @> ${JSON.stringify([{ code: 'person-elsewhere', personIds: [personId] }])}::jsonb)`

export const selectRecordsOf = (db: Db, personId: string) =>
  db
    .selectFrom('recognition_record')
    .selectAll()
    .where((where) => where.or([where('person_id', '=', personId), namesAmongOthers(personId)]))
    .orderBy('recognised_at')
    .execute()

/**
 * A search for strangers keeps the face of a record: it is deleted with the person's records, and with those of a
 * stranger who was linked to this person. The lock is the one of reading such faces (`capture-store.ts`): none is added
 * meanwhile.
 */
export async function deleteCaptureTemplatesOf(db: Db, personId: string): Promise<void> {
  await lockCaptureTemplates(db)
  await sql`
    delete from capture_template c using recognition_record r
    where r.id = c.record_id and (${personId} in (r.person_id, r.linked_person_id) or ${isAboutNobodyElse(personId)})`.execute(
    db,
  )
}

/**
 * The passages stay, without a person: the counts of a door stay right. Their captures are discarded, and so are those of
 * records that are about nobody else: gives these records.
 */
export async function anonymiseRecordsOf(db: Db, personId: string): Promise<string[]> {
  const shown = await db
    .selectFrom('recognition_record')
    .select(['id', 'capture_hash'])
    .where(isAboutNobodyElse(personId))
    .execute()
  await db
    .updateTable('recognition_record')
    .set({ cosine: null, liveness: null, capture_hash: null, face_box: null })
    .where(isAboutNobodyElse(personId))
    .execute()
  await discardBlobs(
    db,
    shown.flatMap(({ capture_hash }) => capture_hash ?? []),
  )
  await sql`
    with held as (
      select id, recognised_at, capture_hash from recognition_record where person_id = ${personId}
    ), changed as (
      update recognition_record r
      set person_id = null, person_name = null, cosine = null, liveness = null, capture_hash = null, face_box = null,
        reasons = '[]', department_id = null, candidates = null
      from held where r.id = held.id and r.recognised_at = held.recognised_at)
    ${discardRows(sql`select distinct capture_hash from held where capture_hash is not null`)}`.execute(db)
  await sql`update recognition_record set linked_person_id = null where linked_person_id = ${personId}`.execute(db)
  // Other passages with this person among the candidates: they lose the name.
  await sql`
    update recognition_record set
      candidates = (select jsonb_agg(one order by at) from jsonb_array_elements(candidates) with ordinality c(one, at)
        where one->>'id' <> ${personId}),
      reasons = (select coalesce(jsonb_agg(
          case when jsonb_typeof(one->'personIds') = 'array'
            then jsonb_set(one, '{personIds}', (one->'personIds') - ${personId}::text) else one - 'personId' end order by at), '[]')
        from jsonb_array_elements(reasons) with ordinality r(one, at))
    where ${namesAmongOthers(personId)}`.execute(db)
  return shown.filter(({ capture_hash }) => capture_hash !== null).map(({ id }) => id)
}

export async function selectRecordCountOf(db: Db, personId: string): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*)::int as records from recognition_record where person_id = ${personId}`.execute(db)
  return rows[0]?.records ?? 0
}
