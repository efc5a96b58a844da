import { sql } from 'kysely'
import { takeLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import type { PersonRow } from '../../people/person-store.ts'

/** Terminals keep what they delivered for up to so long (the setting `keepRecordsDays`). */
const keptDays = 31

/** The terminals at which the person passed lately: they keep records of it, and are told to forget them. */
export async function noteDevicesPassed(db: Db, personId: string, at: string): Promise<void> {
  await sql`
    insert into device_erasure (device_id, person_id, erased_at)
    select d.id, ${personId}, ${at} from device d
    where exists (select from recognition_record r where r.person_id = ${personId} and r.device_id = d.id
        and r.recognised_at > ${at}::timestamptz - make_interval(days => ${keptDays}))
      or exists (select from alarm a where a.person_id = ${personId} and a.device_id = d.id)
    on conflict (device_id, person_id) do update set erased_at = excluded.erased_at`.execute(db)
}

/** Once no terminal can keep anything of that time any more. */
export const deleteOldErasures = (db: Db, now: string) =>
  sql`delete from device_erasure where erased_at < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(db)

export const selectGroups = (db: Db, personId: string) =>
  db
    .selectFrom('group_member')
    .innerJoin('person_group', 'person_group.id', 'group_member.group_id')
    .select(['person_group.id', 'person_group.name'])
    .where('group_member.person_id', '=', personId)
    .execute()

/** No picture has this id. */
const nothing = '00000000-0000-0000-0000-000000000000'
const picturesOf = ({ portrait_id, display_portrait_id }: PersonRow) =>
  [portrait_id, display_portrait_id, nothing].filter((id) => id !== null)

export const selectImages = (db: Db, person: PersonRow) =>
  db
    .selectFrom('image')
    .select(['id', 'kind', 'width', 'height', 'created_at', 'blob_hash'])
    .where('id', 'in', picturesOf(person))
    .execute()

export const selectFaces = (db: Db, person: PersonRow) =>
  db
    .selectFrom('face_template')
    .select(['image_id', 'model_id', 'checks', 'face', 'created_at'])
    .where('image_id', 'in', picturesOf(person))
    .execute()

/** Said elsewhere: who is in a group, who manages a department. */
const notLinked = ['group_member', 'department']

/** Rows of all tables whose foreign key names this person, by table; without what is sealed or hashed. */
export async function selectLinked(db: Db, personId: string): Promise<Record<string, unknown[]>> {
  const { rows: keys } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_class t on t.oid = c.conrelid and not t.relispartition
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'person'::regclass and c.contype = 'f' and c.conparentid = 0
    order by 1, 2`.execute(db)
  const linked: Record<string, unknown[]> = {}
  for (const { table, column } of keys.filter((key) => !notLinked.includes(key.table))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${personId}`.execute(db)
    const plain = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !/_(sealed|hash)$/.test(name))),
    )
    if (plain.length > 0) linked[table] = [...(linked[table] ?? []), ...plain]
  }
  return linked
}

/** A record names somebody as whom it is of, or among those whom it may be of as well. */
const namesAmongOthers = (personId: string) => sql<boolean>`candidates @> ${JSON.stringify([{ id: personId }])}::jsonb`

export const selectRecords = (db: Db, personId: string) =>
  db
    .selectFrom('recognition_record')
    .selectAll()
    .where((where) => where.or([where('person_id', '=', personId), namesAmongOthers(personId)]))
    .orderBy('recognised_at')
    .execute()

/**
 * A search for strangers keeps the face of a record: gone with the person's, and with those of a stranger who turned out to
 * be this person. The lock is that of who reads such faces (recognition/capture-store.ts): none is added meanwhile.
 */
export async function deleteCaptureTemplates(db: Db, personId: string): Promise<void> {
  await takeLock(db, 'captureTemplates')
  await sql`
    delete from capture_template c using recognition_record r
    where r.id = c.record_id and ${personId} in (r.person_id, r.linked_person_id)`.execute(db)
}

/** The passages stay, as nobody's: the counts of a door stay right. Gives the hashes of the captures that they had. */
export async function anonymiseRecords(db: Db, personId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ capture_hash: Buffer }>`
    with held as (
      select id, recognised_at, capture_hash from recognition_record where person_id = ${personId}
    ), changed as (
      update recognition_record r
      set person_id = null, person_name = null, cosine = null, liveness = null, capture_hash = null, face_box = null,
        reasons = '[]', department_id = null, candidates = null
      from held where r.id = held.id and r.recognised_at = held.recognised_at)
    select distinct capture_hash from held where capture_hash is not null`.execute(db)
  await sql`update recognition_record set linked_person_id = null where linked_person_id = ${personId}`.execute(db)
  // Somebody else's passages, which this person may have been: they go on without the name.
  await sql`
    update recognition_record set
      candidates = (select jsonb_agg(one order by at) from jsonb_array_elements(candidates) with ordinality c(one, at)
        where one->>'id' <> ${personId}),
      reasons = (select coalesce(jsonb_agg(
          case when jsonb_typeof(one->'personIds') = 'array'
            then jsonb_set(one, '{personIds}', (one->'personIds') - ${personId}::text) else one - 'personId' end order by at), '[]')
        from jsonb_array_elements(reasons) with ordinality r(one, at))
    where ${namesAmongOthers(personId)}`.execute(db)
  return rows.map(({ capture_hash }) => capture_hash)
}

export async function countRecords(db: Db, personId: string): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*)::int as records from recognition_record where person_id = ${personId}`.execute(db)
  return rows[0]?.records ?? 0
}

export const selectAlarms = (db: Db, personId: string) =>
  db.selectFrom('alarm').selectAll().where('person_id', '=', personId).execute()

export async function anonymiseAlarms(db: Db, personId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ image_hash: Buffer | null }>`
    with held as (select id, image_hash from alarm where person_id = ${personId}), changed as (
      update alarm a set person_id = null, person_name = null, image_hash = null, description = null
      from held where a.id = held.id)
    select image_hash from held`.execute(db)
  return rows.flatMap(({ image_hash }) => image_hash ?? [])
}

export const selectDeviceFailures = (db: Db, personId: string) =>
  db.selectFrom('device_person_failure').selectAll().where('person_id', '=', personId).execute()
export const deleteFailures = (db: Db, personId: string) =>
  db.deleteFrom('device_person_failure').where('person_id', '=', personId).execute()

/** Whoever is deleted is kept by name, and their rule is to end (`person__kept_as_former`); of whoever is erased nothing is. */
export async function forgetFormerPerson(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('former_person').where('id', '=', personId).execute()
  await db.deleteFrom('attendance_news').where('person_id', '=', personId).execute()
}

/** Forgets the names of people who were deleted, once nothing that they did is kept any more. */
export async function pruneFormerPeople(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from former_person f
    where deleted_at < now() - interval '1 day'
      and not exists (select from recognition_record r where r.person_id = f.id)
      and not exists (select from attendance_day d where d.person_id = f.id)
    returning 1`.execute(db)
  return rows.length
}

/**
 * Forgets which groups people who are gone were in, once every device that could hold them has applied it. A device that
 * asks with an older cursor than all that is left would miss nothing: there is none.
 */
export async function prunePersonChanges(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from person_change c
    where c.revision <= (select coalesce(min(people_applied_revision), (select revision from sync_clock)) from device)
      and not exists (select from person p where p.id = c.person_id)
    returning 1`.execute(db)
  return rows.length
}
