import { alarmStatuses, releaseOutcomes, releaseWays, traceKinds } from '@gatehouse/engine/alarm/vocabulary.ts'
import { z } from 'zod'
import { alarmTypes, shownAlarmTypes } from '../device/alarm-types.ts'
import { languages } from '../envelope.ts'
import { id, instant, lines, namedInstant, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery } from '../paging.ts'
import { route } from '../route.ts'
import { maxPorts } from './sites.ts'

export {
  alarmStatuses,
  alarmStatusesOfNeed,
  type ReleaseOutcome,
  releaseOutcomes,
} from '@gatehouse/engine/alarm/vocabulary.ts'

export const traceEntry = z.object({
  at: instant,
  kind: z.enum(traceKinds),
  /** The account; null for a device or the server. */
  by: z.string().nullable(),
  /** A comment, a reason, a device's answer, or the name of who was assigned. */
  text: z.string().nullable(),
  /** The time that the device claimed, if `at` is the time of arrival instead. */
  claimedAt: instant.nullable().default(null),
})
export type TraceEntry = z.output<typeof traceEntry>

export const alarm = z.object({
  id,
  type: z.enum(shownAlarmTypes),
  code: z.int(),
  status: z.enum(alarmStatuses),
  /** By the device's clock, but not more than a day ahead of the server's; of a group its first and last. */
  raisedAt: instant,
  lastAt: instant,
  receivedAt: instant,
  /** The first time that the device claimed, if `raisedAt` is the time of arrival instead. */
  claimedAt: instant.nullable(),
  /** The number of times it was raised: an alarm that repeats stays one alarm. */
  times: z.int(),
  device: z.object({ id: id.nullable(), name: z.string(), location: z.string().nullable() }),
  description: z.string().nullable(),
  person: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  handler: z.object({ id, name: z.string() }).nullable(),
  acknowledgedAt: instant.nullable(),
  releasedAt: instant.nullable(),
  releaseWay: z.enum(releaseWays),
  /** A remote release is on its way to the device. */
  isReleasing: z.boolean(),
  hasImage: z.boolean(),
  hasDoubtfulTime: z.boolean(),
})
export type Alarm = z.output<typeof alarm>

export const alarmDetail = alarm.extend({ recordId: id.nullable(), trace: z.array(traceEntry) })
export type AlarmDetail = z.output<typeof alarmDetail>

const ids = z.array(id).min(1).max(200)

export const listAlarms = route({
  method: 'GET',
  path: '/v2/alarms',
  summary: 'Alarms, newest first',
  permission: 'alarm.read',
  shows: 'alarms',
  query: keyPageQuery.extend({
    type: z.enum(alarmTypes).optional(),
    /** `open`: everything that is not released. */
    status: z.enum([...alarmStatuses, 'open']).optional(),
    deviceId: id.optional(),
    /** Of a device with several doors: the alarms at this one, and those of the device as a whole. */
    port: z.coerce.number().int().min(1).max(maxPorts).optional(),
    handlerId: id.optional(),
    from: namedInstant.optional(),
    to: namedInstant.optional(),
  }),
  response: keyPageOf(alarm),
})

export const getAlarm = route({
  method: 'GET',
  path: '/v2/alarms/:id',
  summary: 'One alarm with its trace',
  permission: 'alarm.read',
  shows: 'alarms',
  params: z.object({ id }),
  response: alarmDetail,
  errors: ['alarm.not-found'],
})

export const acknowledgeAlarms = route({
  method: 'POST',
  path: '/v2/alarms/acknowledge',
  summary: 'Acknowledge alarms; those without a handler are assigned to the caller',
  permission: 'alarm.write',
  body: z.object({ ids }),
  response: z.object({ acknowledged: z.int() }),
  audit: { module: 'alarm', event: 'acknowledge' },
  changes: ['alarms'],
})

export const assignAlarms = route({
  method: 'POST',
  path: '/v2/alarms/assign',
  summary: 'Assign alarms to an account, or (null) unassign them',
  permission: 'alarm.write',
  body: z.object({ ids, handlerId: id.nullable() }),
  response: z.object({ assigned: z.int() }),
  errors: ['alarm.handler-not-found'],
  audit: { module: 'alarm', event: 'assign' },
  changes: ['alarms'],
})

export const commentAlarm = route({
  method: 'POST',
  path: '/v2/alarms/:id/comments',
  summary: 'Add a comment to an alarm',
  permission: 'alarm.write',
  params: z.object({ id }),
  body: z.object({ text: lines(500).refine((text) => text.length > 0, { error: 'required' }) }),
  response: alarmDetail,
  errors: ['alarm.not-found', 'alarm.trace-full'],
  audit: { module: 'alarm', event: 'comment' },
  changes: ['alarms'],
})

export const releaseAlarms = route({
  method: 'POST',
  path: '/v2/alarms/release',
  summary: 'Release alarms: at once or by a command to the device; some end only when their cause has gone',
  permission: 'alarm.write',
  body: z.object({ ids, reason: lines(255).optional() }),
  response: z.object({ results: z.array(z.object({ id, outcome: z.enum(releaseOutcomes) })) }),
  audit: { module: 'alarm', event: 'release' },
  changes: ['alarms'],
})

export const listHandlers = route({
  method: 'GET',
  path: '/v2/alarms/handlers',
  summary: 'Accounts that alarms can be assigned to',
  permission: 'alarm.read',
  response: z.array(z.object({ id, name: z.string(), account: z.string() })),
})

export const getUnseenAlarms = route({
  method: 'GET',
  path: '/v2/alarms/unseen',
  summary: 'Number of open alarms since the caller last looked (counted up to 100), and the newest of all open ones',
  permission: 'alarm.read',
  shows: 'alarms',
  response: z.object({ count: z.int(), newest: z.array(alarm) }),
})

export const markAlarmsSeen = route({
  method: 'POST',
  path: '/v2/alarms/seen',
  summary: 'Mark the alarms up to now as seen by the caller',
  permission: 'alarm.read',
  worksOnFullDisk: true,
  audit: { module: 'alarm', event: 'see' },
  changes: ['alarms'],
})

export const alarmSettings = z.object({
  /** Alarms of one kind at one device that follow each other within this time are one alarm. */
  groupMinutes: z.int().min(1).max(60),
  blacklistedEnabled: z.boolean(),
  outsideTimeEnabled: z.boolean(),
  /** The alarm is raised by this number of strangers at one device within this number of minutes. */
  strangersEnabled: z.boolean(),
  strangerCount: z.int().min(2).max(1000),
  strangerMinutes: z.int().min(1).max(120),
  offlineEnabled: z.boolean(),
  offlineMinutes: z.int().min(1).max(10_080),
  /** The retention of released alarms; null: for ever. Open ones stay until they are released. */
  keepDays: z.int().min(1).max(36_500).nullable(),
})
export type AlarmSettings = z.output<typeof alarmSettings>

export const getAlarmSettings = route({
  method: 'GET',
  path: '/v2/alarms/settings',
  summary: 'When the server itself raises alarms, and how they are grouped',
  permission: 'alarm.read',
  shows: 'alarms',
  response: alarmSettings,
})

export const updateAlarmSettings = route({
  method: 'PUT',
  path: '/v2/alarms/settings',
  summary: 'Change when the server itself raises alarms, and how they are grouped',
  permission: 'alarm.write',
  worksOnFullDisk: true,
  body: alarmSettings,
  response: alarmSettings,
  audit: { module: 'alarm', event: 'update-settings' },
  changes: ['alarms'],
})

const minuteOfDay = z.int().min(0).max(1440)

export const ruleInput = z.object({
  name: requiredLine(64),
  isEnabled: z.boolean(),
  /** Empty: every type, every device. */
  types: z.array(z.enum(alarmTypes)).max(alarmTypes.length),
  deviceIds: z.array(id).max(200),
  /** Hours of the day in the enterprise's zone; a start after the end goes over midnight, equal ones mean all day. */
  fromMinute: minuteOfDay,
  toMinute: minuteOfDay,
  recipients: z
    .array(z.email({ error: 'email-form' }).max(128))
    .min(1)
    .max(20),
  language: z.enum(languages),
})
export type RuleInput = z.output<typeof ruleInput>

export const alarmRule = ruleInput.extend({ id, recipients: z.array(z.string()) })
export type AlarmRule = z.output<typeof alarmRule>

export const listAlarmRules = route({
  method: 'GET',
  path: '/v2/alarms/rules',
  summary: 'Rules for e-mailing alarms',
  permission: 'alarm.read',
  shows: 'alarms',
  /** `canMail`: a mail server is set; without one nothing goes out. */
  response: z.object({ canMail: z.boolean(), rules: z.array(alarmRule) }),
})

export const createAlarmRule = route({
  method: 'POST',
  path: '/v2/alarms/rules',
  summary: 'Add a rule for e-mailing alarms; at most 50',
  permission: 'alarm.write',
  body: ruleInput,
  response: alarmRule,
  errors: ['alarm.rule-name-taken', 'alarm.too-many-rules', 'device.not-found'],
  audit: { module: 'alarm', event: 'create-rule' },
  changes: ['alarms'],
})

export const updateAlarmRule = route({
  method: 'PUT',
  path: '/v2/alarms/rules/:id',
  summary: 'Change a rule',
  permission: 'alarm.write',
  params: z.object({ id }),
  body: ruleInput,
  response: alarmRule,
  errors: ['alarm.rule-not-found', 'alarm.rule-name-taken', 'device.not-found'],
  audit: { module: 'alarm', event: 'update-rule' },
  changes: ['alarms'],
})

export const deleteAlarmRule = route({
  method: 'DELETE',
  path: '/v2/alarms/rules/:id',
  summary: 'Delete a rule',
  permission: 'alarm.write',
  params: z.object({ id }),
  errors: ['alarm.rule-not-found'],
  audit: { module: 'alarm', event: 'delete-rule' },
  changes: ['alarms'],
})
