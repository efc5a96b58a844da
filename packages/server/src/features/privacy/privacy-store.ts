import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { PersonRow } from '../../people/person-store.ts'
import { selectSentByLink } from '../../people/portraits/sent-portrait-store.ts'

/** The maximum time for which terminals keep delivered records (the setting `keepRecordsDays`). */
const keptDays = 31

/** The terminals at which the person passed lately: they keep records of it, and are told to delete them. */
export async function noteDevicesPassed(db: Db, personId: string, at: string): Promise<void> {
  await sql`
    insert into device_erasure (device_id, person_id, erased_at)
    select d.id, ${personId}, ${at} from device d
    where exists (select from recognition_record r where r.person_id = ${personId} and r.device_id = d.id
        and r.recognised_at > ${at}::timestamptz - make_interval(days => ${keptDays}))
      or exists (select from alarm a where a.person_id = ${personId} and a.device_id = d.id)
    on conflict (device_id, person_id) do update set erased_at = excluded.erased_at`.execute(db)
}

/** Deletes notes of erasures that are older than any data that a terminal can hold. */
export const deleteOldErasures = (db: Db, now: string) =>
  db
    .deleteFrom('device_erasure')
    .where(
      'erased_at',
      '<',
      Temporal.Instant.from(now)
        .subtract({ hours: 24 * keptDays })
        .toString(),
    )
    .execute()

export const selectGroups = (db: Db, personId: string) =>
  db
    .selectFrom('group_member')
    .innerJoin('person_group', 'person_group.id', 'group_member.group_id')
    .select(['person_group.id', 'person_group.name'])
    .where('group_member.person_id', '=', personId)
    .execute()

/** The ids of all pictures of a person. */
const picturesOf = (db: Db, { id }: PersonRow) =>
  db
    .selectFrom('person_face')
    .select('image_id as id')
    .where('person_id', '=', id)
    .union(
      db.selectFrom('person').select('display_portrait_id as id').where('id', '=', id).$narrowType<{ id: string }>(),
    )

export const selectImages = (db: Db, person: PersonRow) =>
  db
    .selectFrom('image')
    .select(['id', 'kind', 'width', 'height', 'created_at', 'blob_hash'])
    .where('id', 'in', picturesOf(db, person))
    .execute()

/**
 * The pictures that a person sent by a link that asked them, and that wait for a decision. Those that came by the code for all, under the same
 * number, may show somebody else.
 */
export const selectSentPictures = async (db: Db, personId: string) => {
  const ids = await selectSentByLink(db, [personId])
  return ids.length === 0 ? [] : db.selectFrom('image').select(['id', 'blob_hash']).where('id', 'in', ids).execute()
}

export const selectFaces = (db: Db, person: PersonRow) =>
  db
    .selectFrom('face_template')
    .select(['image_id', 'model_id', 'checks', 'face', 'source', 'created_at'])
    .where('image_id', 'in', picturesOf(db, person))
    .execute()

/** Left out here: other parts give the groups of a person, and the departments they manage. */
const notLinked = ['group_member', 'department']

/** Columns that name somebody else: who looks like the person. */
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  face_pair: ['first_id', 'second_id', 'main_id', 'chosen_id'],
}

/** Rows of all tables whose foreign key names this person, by table; without sealed or hashed values, and without other people. */
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
      Object.fromEntries(
        Object.entries(row).filter(([name]) => !/_(sealed|hash|by)$/.test(name) && !ofOthers[table]?.includes(name)),
      ),
    )
    if (plain.length > 0) linked[table] = [...(linked[table] ?? []), ...plain]
  }
  return linked
}
