import { z } from 'zod'
import { settingProblems, settingValue, settingValues, shownSchema, storableValues } from '../device/settings-schema.ts'
import { id, instant, requiredLine } from '../fields.ts'
import { route } from '../route.ts'

const fault = z.object({
  key: z.string(),
  problem: z.enum(settingProblems),
  min: z.number().optional(),
  max: z.number().optional(),
})

/** One setting of a device: the wanted value, the value in force there, and since when the two differ. */
export const settingState = z.object({
  key: z.string(),
  wanted: settingValue,
  /** Nobody set it: it has the model's own default. */
  isDefault: z.boolean(),
  /** Null: the device has not reported it. */
  reported: settingValue.nullable(),
  isDifferent: z.boolean(),
  differentSince: instant.nullable(),
  /** The reason why the device did not take the wanted value. */
  refusal: z.string().nullable(),
})
export type SettingState = z.output<typeof settingState>

export const deviceSettingsState = z.object({
  /** The revision of the wanted values; a change names the revision it was made from. */
  revision: z.int().min(0),
  /** Null until the device has reported its schema. */
  schema: shownSchema.nullable(),
  settings: z.array(settingState),
  /** The revision that the device has applied, and when it reported that. */
  reportedRevision: z.int().min(0).nullable(),
  reportedAt: instant.nullable(),
  /** The source of the face threshold; null: the device has no such setting. */
  faceThreshold: z
    .object({
      /** An administrator has set it; otherwise it follows the number of people and the strangers. */
      isByHand: z.boolean(),
      inForce: z.number(),
      /** Below it the worst measured group has more false openings than one in `aim` strangers. */
      floor: z.number(),
      aim: z.int(),
      people: z.int(),
      /** False: nobody has counted the people yet, and `people` is assumed. */
      isCounted: z.boolean(),
      /** How many times as often as in the measured curve strangers are like people here; null: too few were seen. */
      factor: z.number().nullable(),
      /** Of another recogniser than the built-in one: its own threshold of 300 people and one false opening in 300 strangers. */
      openSet: z.number().nullable(),
      /** Strangers refused at this device, a day. */
      strangersPerDay: z.number(),
    })
    .nullable(),
})
export type DeviceSettingsState = z.output<typeof deviceSettingsState>

export const getDeviceSettings = route({
  method: 'GET',
  path: '/v2/devices/:id/settings',
  summary: 'The settings of a device: the possible, the desired and those in force',
  permission: 'device.read',
  shows: 'devices',
  params: z.object({ id }),
  response: deviceSettingsState,
  errors: ['device.not-found'],
})

export const changeDeviceSettings = route({
  method: 'PATCH',
  path: '/v2/devices/:id/settings',
  summary: "Change settings within the schema of the device's model; null restores the model's default",
  permission: 'device.write',
  params: z.object({ id }),
  body: z.object({
    revision: z.int().min(0),
    values: z
      .record(z.string().max(48), settingValue.nullable())
      .refine((values) => Object.keys(values).length <= 200, { error: 'too-many' }),
  }),
  response: deviceSettingsState,
  errors: [
    'device.not-found',
    'device.changed-meanwhile',
    'device.schema-missing',
    'device.schema-unsent',
    'device.setting-refused',
  ],
  audit: { module: 'device', event: 'change-settings' },
  changes: ['devices'],
})

export const listSettingsSchemas = route({
  method: 'GET',
  path: '/v2/device-settings/schemas',
  summary: 'The schemas that devices have reported, with the models and how many devices have each',
  permission: 'device.read',
  shows: 'devices',
  response: z.array(
    z.object({ id: z.string(), models: z.array(z.string()), deviceCount: z.int(), schema: shownSchema }),
  ),
})

/** The outcome of a batch at one device. The plan has the first four, the applied batch the others. */
export const batchStates = [
  'planned',
  'unchanged',
  'refused',
  'gone',
  'changed-meanwhile',
  'waiting',
  'applied',
  'refused-by-device',
] as const

export const settingsBatch = z.object({
  id,
  values: settingValues,
  createdBy: z.string(),
  createdAt: instant,
  appliedAt: instant.nullable(),
  devices: z.array(
    z.object({
      deviceId: id,
      name: z.string(),
      isOnline: z.boolean(),
      state: z.enum(batchStates),
      changes: z.array(z.object({ key: z.string(), from: settingValue.nullable(), to: settingValue })),
      /** Of a plan that decides about it: the face threshold that comes into force, and the one that is needed. */
      faceThreshold: z.object({ inForce: z.number(), floor: z.number() }).nullable(),
      /** The reason why the plan refuses this device. */
      faults: z.array(fault),
      /** The settings that the device itself refused, and why. */
      refusals: z.array(z.object({ key: z.string(), reason: z.string() })),
    }),
  ),
})
export type SettingsBatch = z.output<typeof settingsBatch>

export const planSettingsBatch = route({
  method: 'POST',
  path: '/v2/device-settings/batches',
  summary: 'Plan settings for many devices: nothing changes yet; the answer shows the changes for each device',
  permission: 'device.write',
  body: z.object({
    deviceIds: z.array(id).min(1).max(1000),
    /** A face threshold is one of the recogniser that all these devices compare with, or else of the one in use; devices with another recogniser get one as strict. */
    values: storableValues.refine((values) => Object.keys(values).length > 0, { error: 'required' }),
    /** The template that the values come from: its threshold is one of the recogniser with which it was saved. */
    templateId: id.optional(),
  }),
  response: settingsBatch,
  errors: ['device.not-found', 'settings-template.not-found'],
  audit: { module: 'device', event: 'plan-settings' },
  changes: [],
})

export const getSettingsBatch = route({
  method: 'GET',
  path: '/v2/device-settings/batches/:id',
  summary: 'A batch with the state of each device',
  permission: 'device.read',
  shows: 'devices',
  params: z.object({ id }),
  response: settingsBatch,
  errors: ['settings-batch.not-found'],
})

export const applySettingsBatch = route({
  method: 'POST',
  path: '/v2/device-settings/batches/:id/apply',
  summary: 'Send a planned batch to the matching devices that have not been changed since',
  permission: 'device.write',
  params: z.object({ id }),
  response: settingsBatch,
  errors: ['settings-batch.not-found', 'settings-batch.applied'],
  audit: { module: 'device', event: 'apply-settings' },
  changes: ['devices'],
})

export const settingsTemplate = z.object({
  id,
  name: z.string(),
  /** The model of the device that it was made from. */
  model: z.string().nullable(),
  values: settingValues,
  createdBy: z.string(),
  createdAt: instant,
})
export type SettingsTemplate = z.output<typeof settingsTemplate>

export const listSettingsTemplates = route({
  method: 'GET',
  path: '/v2/device-settings/templates',
  summary: 'Templates of settings, by name',
  permission: 'device.read',
  shows: 'devices',
  response: z.array(settingsTemplate).max(500),
})

export const createSettingsTemplate = route({
  method: 'POST',
  path: '/v2/device-settings/templates',
  summary: "Save a device's settings under a name",
  permission: 'device.write',
  body: z.object({ name: requiredLine(64), deviceId: id }),
  response: settingsTemplate,
  errors: ['device.not-found', 'device.schema-missing', 'device.schema-unsent', 'settings-template.name-taken'],
  audit: { module: 'device', event: 'create-template' },
  changes: ['devices'],
})

export const deleteSettingsTemplate = route({
  method: 'DELETE',
  path: '/v2/device-settings/templates/:id',
  summary: 'Delete a template; devices keep their settings',
  permission: 'device.write',
  params: z.object({ id }),
  errors: ['settings-template.not-found'],
  audit: { module: 'device', event: 'delete-template' },
  changes: ['devices'],
})
