import type { SettingsBatch } from '@gatehouse/contract/features/device-settings.ts'
import { inOurWords } from '@gatehouse/contract/device/own-settings.ts'
import { ownValue, type SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/** The schemas in use, the most used first. */
export async function readSchemas(db: Db) {
  const rows = await db
    .selectFrom('settings_schema')
    .innerJoin('device', 'device.settings_schema_id', 'settings_schema.id')
    .select(['settings_schema.id', 'settings_schema.content'])
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      sql<string[]>`coalesce(array_agg(distinct device.model) filter (where device.model is not null), '{}')`.as(
        'models',
      ),
    ])
    .groupBy('settings_schema.id')
    .orderBy('count', 'desc')
    .orderBy('settings_schema.id')
    .limit(50)
    .execute()
  return rows.map(({ id, content, count, models }) => ({
    id,
    models,
    deviceCount: Number(count),
    schema: inOurWords(content),
  }))
}

type BatchRow = {
  device_id: string
  name: string
  is_online: boolean
  is_there: boolean
  before: SettingValues
  own_values: SettingValues
  faults: SettingsBatch['devices'][number]['faults']
  outcome: 'planned' | 'refused' | 'unchanged' | 'changed-meanwhile' | 'gone' | 'sent'
  sent_revision: number | null
  reported_revision: number | null
  refused: { key: string; reason: string }[] | null
}

/** A batch with its result at each device; undefined when there is none. */
export async function readBatch(db: Db, id: string): Promise<SettingsBatch | undefined> {
  const batch = await db.selectFrom('settings_batch').selectAll().where('id', '=', id).executeTakeFirst()
  if (!batch) return undefined
  const { rows } = await sql<BatchRow>`
    select b.device_id, coalesce(d.name, b.device_name) as name, coalesce(d.is_online, false) as is_online,
      d.id is not null as is_there, b.before, b.own_values, b.faults, b.outcome, b.sent_revision, r.revision as reported_revision, r.refused
    from settings_batch_device b
    left join device d on d.id = b.device_id
    left join device_settings_report r on r.device_id = b.device_id
    where b.batch_id = ${id} order by name, b.device_id`.execute(db)
  return {
    id: batch.id,
    values: batch.values,
    createdBy: batch.created_by,
    createdAt: batch.created_at,
    appliedAt: batch.applied_at,
    devices: rows.map((row) => {
      const refusals = (row.refused ?? []).filter(({ key }) => Object.hasOwn(batch.values, key))
      const state = stateOf(row, refusals.length > 0)
      return {
        deviceId: row.device_id,
        name: row.name,
        isOnline: row.is_online,
        state,
        changes: Object.entries({ ...batch.values, ...row.own_values }).flatMap(([key, to]) => {
          const from = ownValue(row.before, key) ?? null
          return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ key, from, to }]
        }),
        faceThreshold: null,
        faults: row.faults,
        refusals: state === 'refused-by-device' ? refusals : [],
      }
    }),
  }
}

function stateOf(row: BatchRow, isRefusedThere: boolean): SettingsBatch['devices'][number]['state'] {
  if (!row.is_there) return 'gone'
  if (row.outcome !== 'sent') return row.outcome
  if (row.reported_revision === null || row.sent_revision === null || row.reported_revision < row.sent_revision)
    return 'waiting'
  return isRefusedThere ? 'refused-by-device' : 'applied'
}

export const readTemplates = (db: Db) =>
  db
    .selectFrom('settings_template')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .limit(500)
    .execute()
