import { alarmCodes, alarmTypeOf } from '@gatehouse/contract/device/alarm-types.ts'
import type { AlarmRule, AlarmSettings, RuleInput } from '@gatehouse/contract/features/alarms.ts'
import { type Language, languageOf } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { readAlarmSettings } from './alarm-event-store.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import {
  countKnownDevices,
  deleteRuleRow,
  insertRule,
  lockRules,
  type RuleRow,
  selectRules,
  updateRuleRow,
  updateSettingsRow,
} from './alarm-setting-store.ts'

export async function getSettings({ db }: Pick<Ctx, 'db'>): Promise<AlarmSettings> {
  const row = await readAlarmSettings(db)
  return {
    groupMinutes: row.group_minutes,
    blacklistedEnabled: row.blacklisted_enabled,
    outsideTimeEnabled: row.outside_time_enabled,
    strangersEnabled: row.strangers_enabled,
    strangerCount: row.stranger_count,
    strangerMinutes: row.stranger_minutes,
    offlineEnabled: row.offline_enabled,
    offlineMinutes: row.offline_minutes,
    keepDays: row.keep_days,
  }
}

export async function changeSettings(ctx: Ctx, settings: AlarmSettings): Promise<AlarmSettings> {
  ctx.audit.changes = changesBetween(await getSettings(ctx), settings)
  await updateSettingsRow(ctx.db, {
    group_minutes: settings.groupMinutes,
    blacklisted_enabled: settings.blacklistedEnabled,
    outside_time_enabled: settings.outsideTimeEnabled,
    strangers_enabled: settings.strangersEnabled,
    stranger_count: settings.strangerCount,
    stranger_minutes: settings.strangerMinutes,
    offline_enabled: settings.offlineEnabled,
    offline_minutes: settings.offlineMinutes,
    keep_days: settings.keepDays,
  })
  await hint(ctx, { to: 'consoles', topic: 'alarms' })
  return getSettings(ctx)
}

export const listRules = async ({ db }: Pick<Ctx, 'db'>): Promise<AlarmRule[]> => (await selectRules(db)).map(toRule)

const maxRules = 50

/** @throws AppError alarm.too-many-rules, alarm.rule-name-taken, device.not-found */
export async function createRule(ctx: Ctx, input: RuleInput): Promise<AlarmRule> {
  ctx.audit.item = input.name
  await requireDevices(ctx, input.deviceIds)
  if ((await lockRules(ctx.db)) >= maxRules) throw new AppError('alarm.too-many-rules', { limit: maxRules })
  const row = await insertRule(ctx.db, toColumns(input))
  await hint(ctx, { to: 'consoles', topic: 'alarms' })
  return toRule(row)
}

/** @throws AppError alarm.rule-not-found, alarm.rule-name-taken, device.not-found */
export async function changeRule(ctx: Ctx, id: string, input: RuleInput): Promise<AlarmRule> {
  ctx.audit.item = input.name
  await requireDevices(ctx, input.deviceIds)
  await lockRules(ctx.db)
  const before = (await listRules(ctx)).find((rule) => rule.id === id)
  const row = await updateRuleRow(ctx.db, id, toColumns(input))
  if (!before || !row) throw new AppError('alarm.rule-not-found')
  await hint(ctx, { to: 'consoles', topic: 'alarms' })
  const after = toRule(row)
  ctx.audit.changes = changesBetween(before, after)
  return after
}

/** @throws AppError alarm.rule-not-found */
export async function deleteRule(ctx: Ctx, id: string): Promise<void> {
  const name = await deleteRuleRow(ctx.db, id)
  if (name === undefined) throw new AppError('alarm.rule-not-found')
  ctx.audit.item = name
  await hint(ctx, { to: 'consoles', topic: 'alarms' })
}

async function requireDevices(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const unique = [...new Set(ids)]
  if ((await countKnownDevices(ctx.db, unique)) < unique.length) throw new AppError('device.not-found')
}

const toColumns = (input: RuleInput) => ({
  name: input.name,
  is_enabled: input.isEnabled,
  codes: [...new Set(input.types)].map((type) => alarmCodes[type]),
  device_ids: [...new Set(input.deviceIds)],
  from_minute: input.fromMinute,
  to_minute: input.toMinute,
  recipients: [...new Set(input.recipients)],
  language: input.language,
})

const toRule = (row: RuleRow): AlarmRule => ({
  id: row.id,
  name: row.name,
  isEnabled: row.is_enabled,
  types: row.codes.flatMap((code) => alarmTypeOf(code) ?? []),
  deviceIds: row.device_ids,
  fromMinute: row.from_minute,
  toMinute: row.to_minute,
  recipients: row.recipients,
  language: languageOfRule(row),
})

export const languageOfRule = ({ language }: Pick<RuleRow, 'language'>): Language => languageOf(language)
