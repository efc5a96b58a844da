import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { belongingTo } from '../../../device-link/outbox/device-membership-reads.ts'

/** Every device with what its threshold was computed from, and its groups as one word. */
export const selectPolicyDevices = (db: Db) =>
  db
    .selectFrom('device as d')
    .innerJoin('settings_schema as s', 's.id', 'd.settings_schema_id')
    .leftJoin('device_face_policy as f', 'f.device_id', 'd.id')
    .select(['d.id', 'd.settings', 's.defaults', 'f.people', 'f.factor'])
    .select(['d.face_model_id as modelId', 'd.threshold_model_id as thresholdModelId'])
    .select(
      sql<string>`coalesce((select string_agg(g.group_id::text, ' ' order by g.group_id) from device_group g where g.device_id = d.id), '')`.as(
        'groups',
      ),
    )
    .orderBy('d.id')
    .execute()

/** The people with a face who belong on a device. */
export async function countFacesOn(db: Db, deviceId: string): Promise<number> {
  const row = await db
    .selectFrom(sql<{ person_id: string }>`(${belongingTo(deviceId)})`.as('b'))
    .innerJoin('person as p', 'p.id', 'b.person_id')
    .select((select) => select.fn.count<number>('p.id').distinct().as('people'))
    .where('p.portrait_id', 'is not', null)
    .executeTakeFirst()
  return Number(row?.people ?? 0)
}

/** false: the device is gone. */
export async function keepPolicyFacts(
  db: Db,
  facts: { device_id: string; people: number; factor: number | null; computed_at: string },
): Promise<boolean> {
  const { device_id, ...rest } = facts
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_face_policy')
    .columns(['device_id', 'people', 'factor', 'computed_at'])
    .expression((insert) =>
      insert
        .selectFrom('device')
        .select(({ val, cast }) => [
          'id',
          cast<number>(val(rest.people), 'integer').as('people'),
          cast<number | null>(val(rest.factor), 'real').as('factor'),
          cast<string>(val(rest.computed_at), 'timestamptz').as('computed_at'),
        ])
        .where('id', '=', device_id)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(rest))
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
