import type { SettingFault, SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { violates } from '../../../db/violates.ts'

const devicesToSet = (db: Db) =>
  db
    .selectFrom('device')
    .leftJoin('settings_schema', 'settings_schema.id', 'device.settings_schema_id')
    .leftJoin('device_face_policy', 'device_face_policy.device_id', 'device.id')
    .select(['device.id', 'device.name', 'device.model', 'device.settings', 'device.settings_changed_at'])
    .select(['device.clock_measured_at', 'device_face_policy.people', 'device_face_policy.factor'])
    .select(['device.face_model_id as modelId', 'device.threshold_model_id as thresholdModelId'])
    .select(['device.settings_revision as revision', 'settings_schema.content as schema', 'settings_schema.defaults'])

/** The wanted settings of a device and their schema, locked until the transaction ends. */
export const lockDeviceToSet = (db: Db, id: string) =>
  devicesToSet(db).where('device.id', '=', id).forUpdate('device').executeTakeFirst()

export const findDeviceToSet = (db: Db, id: string) => devicesToSet(db).where('device.id', '=', id).executeTakeFirst()

export type DeviceToSet = NonNullable<Awaited<ReturnType<typeof findDeviceToSet>>>

/** Locks in one order, so that two batches never wait for each other. */
export const lockDevicesToSet = (db: Db, ids: readonly string[]) =>
  devicesToSet(db)
    .where('device.id', 'in', [...ids])
    .orderBy('device.id')
    .forUpdate('device')
    .execute()

export const selectDevicesToSet = (db: Db, ids: readonly string[]) =>
  devicesToSet(db)
    .where('device.id', 'in', [...ids])
    .orderBy('device.name')
    .orderBy('device.id')
    .execute()

/** Plans are reviewed within minutes; a plan of a month ago is no longer needed. */
export async function insertBatch(
  db: Db,
  batch: { values: SettingValues; createdBy: string; now: string; oldest: string },
  devices: readonly {
    id: string
    name: string
    revision: number
    before: SettingValues
    ownValues: SettingValues
    faults: SettingFault[]
    outcome: 'planned' | 'refused' | 'unchanged'
  }[],
): Promise<string> {
  await db.deleteFrom('settings_batch').where('created_at', '<', batch.oldest).execute()
  const { id } = await db
    .insertInto('settings_batch')
    .values({ values: JSON.stringify(batch.values), created_by: batch.createdBy, created_at: batch.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into settings_batch_device (batch_id, device_id, device_name, planned_revision, before, own_values, faults, outcome)
    select ${id}, * from unnest(
      ${devices.map((device) => device.id)}::uuid[], ${devices.map((device) => device.name)}::text[],
      ${devices.map((device) => device.revision)}::bigint[], ${devices.map((device) => JSON.stringify(device.before))}::jsonb[],
      ${devices.map((device) => JSON.stringify(device.ownValues))}::jsonb[],
      ${devices.map((device) => JSON.stringify(device.faults))}::jsonb[], ${devices.map((device) => device.outcome)}::text[])`.execute(
    db,
  )
  return id
}

/** The batch, locked until the transaction ends: only one of two callers applies it. */
export const lockBatch = (db: Db, id: string) =>
  db
    .selectFrom('settings_batch')
    .select(['id', 'values', 'applied_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const selectPlanned = (db: Db, batchId: string) =>
  db
    .selectFrom('settings_batch_device')
    .select(['device_id', 'planned_revision', 'own_values'])
    .where('batch_id', '=', batchId)
    .where('outcome', '=', 'planned')
    .execute()

export const markApplied = (db: Db, batchId: string, now: string) =>
  db.updateTable('settings_batch').set({ applied_at: now }).where('id', '=', batchId).execute()

export async function updateOutcomes(
  db: Db,
  batchId: string,
  outcomes: readonly { id: string; outcome: 'gone' | 'changed-meanwhile' | 'sent'; sentRevision: number | null }[],
): Promise<void> {
  await sql`
    update settings_batch_device b set outcome = o.outcome, sent_revision = o.revision
    from unnest(${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ outcome }) => outcome)}::text[],
      ${outcomes.map(({ sentRevision }) => sentRevision)}::bigint[]) as o(device_id, outcome, revision)
    where b.batch_id = ${batchId} and b.device_id = o.device_id`.execute(db)
}

/** @throws AppError settings-template.name-taken */
export const insertTemplate = (
  db: Db,
  template: {
    name: string
    model: string | null
    values: SettingValues
    /** The recogniser on whose scale its threshold counts. */
    modelId: string | null
    createdBy: string
    now: string
  },
) =>
  db
    .insertInto('settings_template')
    .values({
      name: template.name,
      model: template.model,
      values: JSON.stringify(template.values),
      threshold_model_id: template.modelId,
      created_by: template.createdBy,
      created_at: template.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violates(error, 'settings_template__name'))
        throw new AppError('settings-template.name-taken', { name: template.name })
      throw error
    })

export const findTemplate = (db: Db, id: string) =>
  db.selectFrom('settings_template').select('threshold_model_id').where('id', '=', id).executeTakeFirst()

/** The templates whose threshold counts on this recogniser's scale, locked until the transaction ends. */
export const lockTemplatesOn = (db: Db, modelId: string) =>
  db
    .selectFrom('settings_template')
    .select(['id', 'values'])
    .where('threshold_model_id', '=', modelId)
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateTemplate = (db: Db, id: string, to: { values: SettingValues; modelId: string | null }) =>
  db
    .updateTable('settings_template')
    .set({ values: JSON.stringify(to.values), threshold_model_id: to.modelId })
    .where('id', '=', id)
    .execute()

export const deleteTemplateRow = (db: Db, id: string) =>
  db.deleteFrom('settings_template').where('id', '=', id).returning('name').executeTakeFirst()
