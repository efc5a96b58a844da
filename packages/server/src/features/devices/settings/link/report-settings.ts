import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { reportSchema as schemaRoute, reportSettings as settingsRoute } from '@gatehouse/contract/device/link.ts'
import { isForAdministrators, ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import {
  validateSetting,
  ownValue,
  unknownKey,
  type SettingDefinition,
  type SettingsSchema,
} from '@gatehouse/contract/device/settings-schema.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../../../ctx.ts'
import { updateDevice } from '../../../../device-link/device-store.ts'
import { noteConfigurationChanged } from '../../../../device-link/outbox/configuration-changes.ts'
import {
  deleteUnusedSchemas,
  findSettingsReport,
  lockSchemaOf,
  upsertSchema,
  upsertSettingsReport,
} from './settings-report-store.ts'

/**
 * Stores the settings that a device has. Its schema must be consistent, and use our own keys as we do: the wire document types them.
 * @throws AppError device.schema-invalid
 */
export async function takeSchema(
  ctx: Ctx,
  deviceId: string,
  { tag, schema }: z.output<typeof schemaRoute.body>,
): Promise<void> {
  const wrong = unknownKey(schema) ?? misusedKey(schema)
  if (wrong !== undefined) throw new AppError('device.schema-invalid', { key: wrong })
  const id = hash('sha256', JSON.stringify(schema))
  await inTransaction(ctx, async (ctx) => {
    const before = await lockSchemaOf(ctx.db, deviceId)
    if (!before) throw new AppError('device.credentials-wrong')
    await upsertSchema(ctx.db, { id, content: schema, toldBy: deviceId, now: ctx.clock.now().toString() })
    // The device chooses the tag of its schema.
    await updateDevice(ctx.db, deviceId, { settings_schema_id: id, settings_schema_tag: tag })
    await deleteUnusedSchemas(ctx.db, deviceId)
    // Its defaults are part of what is wanted from now on. A device that got no answer says the same once more, which changes nothing for
    // somebody who has a form open.
    if (before.settings_schema_id !== id) await noteConfigurationChanged(ctx, [deviceId], 'settings')
  })
}

const own = new Map(ownSettingsSchema.settings.map((definition) => [definition.key, definition]))

/** One of our keys must have our type, allow only our values, and have no default that only an administrator may set. */
function misusedKey(schema: SettingsSchema): string | undefined {
  return schema.settings.find((definition) => {
    const ours = own.get(definition.key)
    if (ours === undefined) return false
    if (definition.kind !== ours.kind) return true
    return (
      isForAdministrators(definition) ||
      extremesOf(definition).some((value) => validateSetting(ours, value) !== undefined)
    )
  })?.key
}

function extremesOf(definition: SettingDefinition): unknown[] {
  switch (definition.kind) {
    case 'number':
      return [definition.min, definition.max]
    case 'choice':
      return definition.options.map(({ value }) => value)
    case 'choices':
      return [definition.options.map(({ value }) => value)]
    case 'text':
      return ['x'.repeat(definition.maxBytes)]
    case 'boolean':
    case 'time':
    case 'moment':
      return [definition.default]
  }
}

/** Stores the values in force at a device. Each value keeps the time since when it is in force. */
export async function takeSettingsReport(
  ctx: Ctx,
  deviceId: string,
  report: z.output<typeof settingsRoute.body>,
): Promise<void> {
  const before = await findSettingsReport(ctx.db, deviceId)
  const now = ctx.clock.now().toString()
  const changedAt = Object.fromEntries(
    Object.entries(report.values).map(([key, value]) => {
      const isSame =
        before && Object.hasOwn(before.values, key) && isDeepStrictEqual(ownValue(before.values, key), value)
      return [key, (isSame ? ownValue(before.changed_at, key) : undefined) ?? now]
    }),
  )
  const isThere = await upsertSettingsReport(ctx.db, {
    device_id: deviceId,
    revision: report.revision,
    values: JSON.stringify(report.values),
    refused: JSON.stringify(report.refused),
    changed_at: JSON.stringify(changedAt),
    door_mode: report.doorMode,
    reported_at: now,
  })
  if (!isThere) throw new AppError('device.credentials-wrong')
}
