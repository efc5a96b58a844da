import type { Db } from '../../db/open-database.ts'

type Row = { id: string; valuesSealed: Buffer }

/** Keeps what the change that was just made has replaced, in the place of what the change before it had. */
export async function upsertBefore(db: Db, rows: readonly Row[], changedAt: string): Promise<void> {
  if (rows.length === 0) return
  const versions = await db
    .selectFrom('person')
    .select(['id', 'version'])
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]))
  await db
    .insertInto('person_before')
    .values(
      rows.map(({ id, valuesSealed }) => ({
        person_id: id,
        version: versionOf.get(id) ?? 0,
        changed_at: changedAt,
        values_sealed: valuesSealed,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((row) => ({
        version: row.ref('excluded.version'),
        changed_at: row.ref('excluded.changed_at'),
        values_sealed: row.ref('excluded.values_sealed'),
      })),
    )
    .execute()
}

/** The values before the latest change; undefined where the person was changed again since, or nothing is kept. */
export const findBefore = (db: Db, personId: string, since: string) =>
  db
    .selectFrom('person_before as b')
    .innerJoin('person as p', (person) => person.onRef('p.id', '=', 'b.person_id').onRef('p.version', '=', 'b.version'))
    .select(['b.values_sealed', 'b.version'])
    .where('b.person_id', '=', personId)
    .where('b.changed_at', '>=', since)
    .executeTakeFirst()

export const deleteBefore = (db: Db, until: string) =>
  db.deleteFrom('person_before').where('changed_at', '<', until).execute()

/** The groups of each of these people. */
export const selectGroupsOf = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom('group_member')
    .select(['person_id', 'group_id'])
    .where('person_id', 'in', [...personIds])
    .execute()

export const selectPin = (db: Db, personId: string) =>
  db.selectFrom('person').select(['pin_sealed', 'pin_digits']).where('id', '=', personId).executeTakeFirstOrThrow()
