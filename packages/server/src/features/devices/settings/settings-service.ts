import { isDeepStrictEqual } from 'node:util'
import { inOurWords } from '@gatehouse/contract/device/own-settings.ts'
import {
  validateSettings,
  ownValue,
  type SettingFault,
  type SettingValues,
} from '@gatehouse/contract/device/settings-schema.ts'
import type {
  changeDeviceSettings as changeRoute,
  createSettingsTemplate as createRoute,
  DeviceSettingsState,
  planSettingsBatch as planRoute,
  SettingsBatch,
  SettingsTemplate,
} from '@gatehouse/contract/features/device-settings.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { updateDevice } from '../../../device-link/device-store.ts'
import { noteConfigurationChanged } from '../../../device-link/outbox/configuration-changes.ts'
import { findSettingsReport } from './link/settings-report-store.ts'
import { facePolicyOf, onScaleOf, takenOver, withFaceThreshold, type FaceSettings } from './face-policy.ts'
import { readStrangersPerDay } from '../../records/stranger-score-reads.ts'
import { selectRecogniserState } from '../../../face/recogniser-store.ts'
import { changesBetween } from '../../../lib/changes-between.ts'
import { type Ctx, hint, nameOfActor } from '../../../ctx.ts'
import { readBatch } from './settings-reads.ts'
import {
  deleteTemplateRow,
  type DeviceToSet,
  findDeviceToSet,
  findTemplate,
  insertBatch,
  insertTemplate,
  lockBatch,
  lockDevicesToSet,
  lockDeviceToSet,
  markApplied,
  selectDevicesToSet,
  selectPlanned,
  updateOutcomes,
} from './settings-store.ts'

/** @throws AppError device.not-found */
export async function getDeviceSettings(ctx: Ctx, id: string): Promise<DeviceSettingsState> {
  const device = await findDeviceToSet(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  const report = await findSettingsReport(ctx.db, id)
  const wanted = wantedOf(device)
  const settings = (device.schema?.settings ?? []).map(({ key, default: fallback }) => {
    const value = ownValue(wanted, key) ?? fallback
    const reported = report && ownValue(report.values, key)
    const isDifferent = reported === undefined || !isDeepStrictEqual(reported, value)
    const times = [ownValue(device.settings_changed_at, key), report && ownValue(report.changed_at, key)].filter(
      (at) => at !== undefined,
    )
    return {
      key,
      wanted: value,
      isDefault: !Object.hasOwn(device.settings, key),
      reported: reported ?? null,
      isDifferent,
      differentSince: isDifferent ? (times.toSorted(Temporal.Instant.compare).at(-1) ?? null) : null,
      refusal: report?.refused.find((refusal) => refusal.key === key)?.reason ?? null,
    }
  })
  return {
    revision: device.revision,
    schema: device.schema && inOurWords(device.schema),
    settings,
    reportedRevision: report?.revision ?? null,
    reportedAt: report?.reported_at ?? null,
    faceThreshold: await readFaceThreshold(ctx, device),
  }
}

/** Strangers of this many days say how many come to a door. */
const strangerDays = 7

async function readFaceThreshold(ctx: Ctx, device: DeviceToSet): Promise<DeviceSettingsState['faceThreshold']> {
  const policy = facePolicyOf(factsOf(device))
  return (
    policy && {
      ...policy,
      strangersPerDay: await readStrangersPerDay(ctx.db, device.id, ctx.clock.now(), strangerDays),
    }
  )
}

/** A device that has said hello without a schema will send none: to wait for it is of no use. */
const withoutSchema = ({ clock_measured_at: greetedAt }: DeviceToSet) =>
  new AppError(greetedAt === null ? 'device.schema-missing' : 'device.schema-unsent')

/** @throws AppError device.not-found, device.changed-meanwhile, device.schema-missing, device.schema-unsent, device.setting-refused */
export async function changeDeviceSettings(
  ctx: Ctx,
  id: string,
  { revision, values }: Body<typeof changeRoute>,
): Promise<DeviceSettingsState> {
  const device = await lockDeviceToSet(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  ctx.audit.item = device.name
  ctx.audit.facts = { settings: Object.keys(values) }
  if (device.revision !== revision) throw new AppError('device.changed-meanwhile')
  if (!device.schema) throw withoutSchema(device)
  const defaults = device.defaults ?? {}
  const asked: SettingValues = {}
  const reset: string[] = []
  for (const [key, value] of Object.entries(values)) {
    if (value === null) reset.push(key)
    // An unknown key has no default either: it is refused with the others.
    asked[key] = value ?? ownValue(defaults, key) ?? ''
  }
  const faults = faultsIn(device, asked)
  if (faults.length > 0) throw refusal(faults)
  const changed = withChanges(device, takenOver(asked, factsOf(device)))
  for (const key of reset) delete changed.settings[key]
  ctx.audit.changes = changesBetween(wantedOf(device), wantedOf(changed))
  await setWanted(ctx, device, changed)
  await noteConfigurationChanged(ctx, [id], 'settings')
  await hint(ctx, { to: 'consoles', topic: 'devices', id })
  return getDeviceSettings(ctx, id)
}

/**
 * Plans a batch, and stores the plan so that it can be reviewed and applied unchanged.
 * @throws AppError device.not-found, settings-template.not-found
 */
export async function planSettingsBatch(
  ctx: Ctx,
  { deviceIds, values, templateId }: Body<typeof planRoute>,
): Promise<SettingsBatch> {
  const devices = await selectDevicesToSet(ctx.db, deviceIds)
  if (devices.length === 0) throw new AppError('device.not-found')
  ctx.audit.item = devices
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 255)
  ctx.audit.facts = { settings: Object.keys(values) }
  const now = ctx.clock.now()
  const scale = await scaleOfBatch(ctx, devices, templateId)
  const plans = devices.map((device) => {
    const ownValues = onScaleOf(device.modelId, values, scale)
    const asked = { ...values, ...ownValues }
    const wanted = wantedOf(device)
    const before = Object.fromEntries(Object.entries(wanted).filter(([key]) => Object.hasOwn(values, key)))
    const faults = faultsIn(device, asked)
    const isSame = Object.entries(asked).every(([key, value]) => isDeepStrictEqual(ownValue(wanted, key), value))
    const outcome = faults.length > 0 ? 'refused' : isSame ? 'unchanged' : 'planned'
    const { id, name, revision } = device
    return { id, name, revision, before, ownValues, faults, outcome } as const
  })
  const batch = {
    values,
    createdBy: nameOfActor(ctx),
    now: now.toString(),
    oldest: now.subtract({ hours: 24 * 30 }).toString(),
  }
  return getSettingsBatch(ctx, await insertBatch(ctx.db, batch, plans))
}

/**
 * The recogniser on whose scale the threshold of a batch counts: that of the template it comes from, the one that all its devices compare with, or
 * else the one in use.
 */
async function scaleOfBatch(
  { db }: Ctx,
  devices: readonly DeviceToSet[],
  templateId: string | undefined,
): Promise<string | null> {
  if (templateId !== undefined) {
    const template = await findTemplate(db, templateId)
    if (!template) throw new AppError('settings-template.not-found')
    return template.threshold_model_id
  }
  const [one, ...others] = new Set(devices.map(({ modelId }) => modelId ?? faceModelId))
  return one !== undefined && others.length === 0 ? one : (await selectRecogniserState(db)).in_use
}

/** @throws AppError settings-batch.not-found */
export async function getSettingsBatch(ctx: Ctx, id: string): Promise<SettingsBatch> {
  const batch = await readBatch(ctx.db, id)
  if (!batch) throw new AppError('settings-batch.not-found')
  return batch.appliedAt === null ? { ...batch, devices: await withFaceThresholds(ctx, batch) } : batch
}

const ofFacePolicy = new Set(['faceThreshold', 'faceThresholdBy', 'falseOpenings'])

/** The thresholds to which a plan leads: a number of strangers does not say it, and one that is too low is never set silently. */
async function withFaceThresholds({ db }: Ctx, { values, devices }: SettingsBatch): Promise<SettingsBatch['devices']> {
  const ids = devices.flatMap(({ deviceId, state, changes }) =>
    state === 'planned' && changes.some(({ key }) => ofFacePolicy.has(key)) ? [deviceId] : [],
  )
  const found = new Map(
    (ids.length === 0 ? [] : await selectDevicesToSet(db, ids)).map((device) => [device.id, device]),
  )
  return devices.map((planned) => {
    const device = found.get(planned.deviceId)
    if (!device) return planned
    const asked = { ...values, ...Object.fromEntries(planned.changes.map(({ key, to }) => [key, to])) }
    const policy = facePolicyOf(factsOf(withChanges(device, takenOver(asked, factsOf(device)))))
    return policy ? { ...planned, faceThreshold: { inForce: policy.inForce, floor: policy.floor } } : planned
  })
}

/** Sends only what was planned, and only to devices that nobody changed since. @throws AppError settings-batch.not-found, settings-batch.applied */
export async function applySettingsBatch(ctx: Ctx, id: string): Promise<SettingsBatch> {
  const batch = await lockBatch(ctx.db, id)
  if (!batch) throw new AppError('settings-batch.not-found')
  if (batch.applied_at !== null) throw new AppError('settings-batch.applied')
  const planned = await selectPlanned(ctx.db, id)
  const devices = new Map(
    (planned.length === 0
      ? []
      : await lockDevicesToSet(
          ctx.db,
          planned.map((row) => row.device_id),
        )
    ).map((device) => [device.id, device]),
  )
  const outcomes: Parameters<typeof updateOutcomes>[2][number][] = []
  const sent: DeviceToSet[] = []
  for (const { device_id, planned_revision, own_values } of planned) {
    const device = devices.get(device_id)
    const values = { ...batch.values, ...own_values }
    if (!device) outcomes.push({ id: device_id, outcome: 'gone', sentRevision: null })
    else if (device.revision !== planned_revision)
      outcomes.push({ id: device_id, outcome: 'changed-meanwhile', sentRevision: null })
    else {
      await setWanted(ctx, device, withChanges(device, takenOver(values, factsOf(device))))
      outcomes.push({ id: device_id, outcome: 'sent', sentRevision: device.revision + 1 })
      sent.push(device)
    }
  }
  ctx.audit.item = sent
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 255)
  ctx.audit.changes = changesBetween({}, batch.values)
  await updateOutcomes(ctx.db, id, outcomes)
  await markApplied(ctx.db, id, ctx.clock.now().toString())
  if (sent.length > 0)
    await noteConfigurationChanged(
      ctx,
      sent.map((device) => device.id),
      'settings',
    )
  await hint(ctx, { to: 'consoles', topic: 'devices' })
  return getSettingsBatch(ctx, id)
}

/** @throws AppError device.not-found, device.schema-missing, device.schema-unsent, settings-template.name-taken */
export async function createSettingsTemplate(
  ctx: Ctx,
  { name, deviceId }: Body<typeof createRoute>,
): Promise<SettingsTemplate> {
  ctx.audit.item = name
  const device = await findDeviceToSet(ctx.db, deviceId)
  if (!device) throw new AppError('device.not-found')
  ctx.audit.facts = { device: device.name }
  if (!device.schema) throw withoutSchema(device)
  const template = { name, model: device.model, values: wantedOf(device), modelId: device.modelId }
  const by = { createdBy: nameOfActor(ctx), now: ctx.clock.now().toString() }
  return toTemplate(await insertTemplate(ctx.db, { ...template, ...by }))
}

/** @throws AppError settings-template.not-found */
export async function deleteSettingsTemplate(ctx: Ctx, id: string): Promise<void> {
  const deleted = await deleteTemplateRow(ctx.db, id)
  if (!deleted) throw new AppError('settings-template.not-found')
  ctx.audit.item = deleted.name
}

export const toTemplate = (row: Awaited<ReturnType<typeof insertTemplate>>): SettingsTemplate => ({
  id: row.id,
  name: row.name,
  model: row.model,
  values: row.values,
  createdBy: row.created_by,
  createdAt: row.created_at,
})

/** Every setting of the device's schema with what is wanted of it. */
function wantedOf(device: DeviceToSet): SettingValues {
  const { schema, defaults, settings } = device
  const keys = new Set(schema?.settings.map(({ key }) => key))
  const set = Object.entries(settings).filter(([key]) => keys.has(key))
  return withFaceThreshold({ ...defaults, ...Object.fromEntries(set) }, factsOf(device))
}

/** A threshold that is named is one on the scale of the recogniser that the device compares with now. */
const withChanges = (device: DeviceToSet, changes: SettingValues) => ({
  ...device,
  settings: { ...device.settings, ...changes },
  ...(Object.hasOwn(changes, 'faceThreshold') && { thresholdModelId: device.modelId }),
})

const factsOf = ({ settings, defaults, people, factor, modelId, thresholdModelId }: DeviceToSet): FaceSettings => ({
  settings,
  defaults,
  modelId,
  thresholdModelId,
  policy: people === null ? null : { people, factor },
})

function faultsIn(device: DeviceToSet, values: SettingValues): SettingFault[] {
  if (!device.schema) return Object.keys(values).map((key) => ({ key, problem: 'unknown' }))
  return validateSettings(device.schema, values, wantedOf(device))
}

const refusal = (faults: readonly SettingFault[]) =>
  new AppError('device.setting-refused', { fields: faults.map(({ key }) => key).join(', '), faults })

/** Sets what is wanted, and notes when each value became another. */
async function setWanted(ctx: Ctx, device: DeviceToSet, wanted: DeviceToSet): Promise<void> {
  const now = ctx.clock.now().toString()
  const before = wantedOf(device)
  const after = wantedOf(wanted)
  const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(ownValue(before, key), ownValue(after, key)))
  const changedAt = { ...device.settings_changed_at, ...Object.fromEntries(changed.map((key) => [key, now])) }
  await updateDevice(ctx.db, device.id, {
    settings: JSON.stringify(wanted.settings),
    threshold_model_id: wanted.thresholdModelId,
    settings_changed_at: JSON.stringify(changedAt),
  })
}
