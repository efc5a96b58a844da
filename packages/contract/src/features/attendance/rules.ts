import { z } from 'zod'
import { date, id, instant, line, requiredLine } from '../../fields.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { route } from '../../route.ts'
import { attendanceSum } from './days.ts'
import { minuteOfDay } from './fields.ts'

const timeZone = z.string().min(1).max(64)

/** The number of days that a changed rule may reach back: older days stay as they were evaluated. */
export const maxDaysBack = 92

const overtime = z.object({
  /** The minimum time worked. */
  minMinutes: z.int().min(0).max(1440),
  /** The earliest time of the last punch; null: no limit. */
  notBeforeMinute: minuteOfDay.nullable(),
})

/** ATT-01: the settings of a rule. Minutes are of the wall clock of its zone. */
export const ruleSettings = z.object({
  /** null: the enterprise's */
  timeZone: timeZone.nullable(),
  /** 1 is Monday, 7 is Sunday */
  workingWeekdays: z.array(z.int().min(1).max(7)).max(7),
  punchesPerDay: z.union([z.literal(1), z.literal(2)]),
  earliestPunchMinute: minuteOfDay,
  workStartMinute: minuteOfDay,
  /** A time not after the start is on the next day. */
  workEndMinute: minuteOfDay,
  lateToleranceMinutes: z.int().min(0).max(1439),
  earlyLeaveToleranceMinutes: z.int().min(0).max(1439),
  workdayOvertime: overtime.nullable(),
  holidayOvertime: overtime.nullable(),
  holidays: z.array(z.object({ on: date, isYearly: z.boolean(), remark: line(64) })).max(500),
  specialWorkingDays: z.array(z.object({ on: date, remark: line(64) })).max(500),
})
export type RuleSettings = z.output<typeof ruleSettings>

export const participantKinds = ['person', 'department', 'group'] as const

const participant = z.object({ kind: z.enum(participantKinds), id })

const ruleInput = z.object({
  name: requiredLine(64),
  settings: ruleSettings,
  /** Only devices of these areas count; an empty list: every device counts. */
  areaIds: z.array(id).max(64),
  participants: z.array(participant).max(2000),
})

export const attendanceRule = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  version: z.int(),
  /** The date from which the latest version counts. */
  effectiveOn: z.string(),
  settings: ruleSettings,
  /** The rule's zone, the enterprise's where the settings name none. */
  timeZone: z.string(),
  areas: z.array(z.object({ id, name: z.string() })),
  /** The number of people in it today. */
  personCount: z.int(),
})
export type AttendanceRuleItem = z.output<typeof attendanceRule>

export const attendanceRuleDetail = attendanceRule.extend({
  participants: z.array(participant.extend({ name: z.string() })),
  versions: z.array(
    z.object({
      version: z.int(),
      effectiveOn: z.string(),
      createdAt: instant,
      createdBy: z.string(),
      settings: ruleSettings,
    }),
  ),
})
export type AttendanceRuleDetail = z.output<typeof attendanceRuleDetail>

const ruleErrors = [
  'attendance-rule.not-found',
  'attendance-rule.name-taken',
  'attendance-rule.participant-taken',
  'attendance-rule.participant-unknown',
  'attendance-rule.starts-before-earliest',
  'attendance-rule.ends-after-day',
  'attendance-rule.tolerance-too-long',
  'attendance-rule.overtime-before-end',
  'attendance-rule.time-zone-unknown',
  'attendance-rule.effective-too-far',
  'attendance-area.not-found',
] as const

export const listAttendanceRules = route({
  method: 'GET',
  path: '/v2/attendance/rules',
  summary: 'All attendance rules, the default one first',
  permission: 'attendance.read',
  shows: 'attendance',
  response: z.array(attendanceRule),
})

export const getAttendanceRule = route({
  method: 'GET',
  path: '/v2/attendance/rules/:id',
  summary: 'One attendance rule with its participants and versions',
  permission: 'attendance.read',
  shows: 'attendance',
  params: z.object({ id }),
  response: attendanceRuleDetail,
  errors: ['attendance-rule.not-found'],
})

export const listRulePeople = route({
  method: 'GET',
  path: '/v2/attendance/rules/:id/people',
  summary: 'People in a rule today, and how: named directly, through a group or department, or by default',
  permission: 'attendance.read',
  shows: 'attendance',
  params: z.object({ id }),
  query: pageQuery,
  response: pageOf(
    z.object({
      id,
      name: z.string(),
      jobId: z.string().nullable(),
      via: z.enum([...participantKinds, 'default']),
      fromOn: z.string(),
    }),
  ),
  errors: ['attendance-rule.not-found'],
})

/** The date from which a change counts; absent: from today. Days from that date on are evaluated again. */
const effectiveOn = date.optional()

/** Takes participants whom another rule names out of that rule in the same save; otherwise they are refused. */
const movesParticipants = z.boolean().optional()

export const createAttendanceRule = route({
  method: 'POST',
  path: '/v2/attendance/rules',
  summary: 'Create an attendance rule',
  permission: 'attendance-rule.write',
  body: ruleInput.extend({ effectiveOn, movesParticipants }),
  response: attendanceRuleDetail,
  errors: ruleErrors,
  audit: { module: 'attendance-rule', event: 'create' },
  changes: ['attendance'],
})

export const updateAttendanceRule = route({
  method: 'PATCH',
  path: '/v2/attendance/rules/:id',
  summary: 'Change an attendance rule: changed settings make a new version that counts from `effectiveOn`',
  permission: 'attendance-rule.write',
  params: z.object({ id }),
  body: ruleInput.partial().extend({
    effectiveOn,
    movesParticipants,
    /** The version that was edited: the save is refused when somebody else made a newer one meanwhile. */
    version: z.int().optional(),
  }),
  response: attendanceRuleDetail,
  errors: [...ruleErrors, 'attendance-rule.changed-meanwhile', 'attendance-rule.is-default'],
  audit: { module: 'attendance-rule', event: 'update' },
  changes: ['attendance'],
})

export const deleteAttendanceRule = route({
  method: 'DELETE',
  path: '/v2/attendance/rules/:id',
  summary: 'Delete an attendance rule that no result uses; its people move to the other rules that name them',
  permission: 'attendance-rule.write',
  params: z.object({ id }),
  errors: ['attendance-rule.not-found', 'attendance-rule.is-default', 'attendance-rule.in-use'],
  audit: { module: 'attendance-rule', event: 'delete' },
  changes: ['attendance'],
})

export const previewAttendanceRule = route({
  method: 'POST',
  path: '/v2/attendance/rules/:id/preview',
  summary: 'Preview last month for the people of a rule with other settings; nothing is stored',
  permission: 'attendance-rule.write',
  worksOnFullDisk: true,
  params: z.object({ id }),
  body: z.object({ settings: ruleSettings }),
  response: z.object({
    month: z.string(),
    /** At most the first 2,000 by name are looked at. */
    personCount: z.int(),
    before: attendanceSum,
    after: attendanceSum,
    /** The people whose figures differ, the first 50. */
    people: z.array(z.object({ id, name: z.string(), before: attendanceSum, after: attendanceSum })),
    changedPersonCount: z.int(),
  }),
  errors: ruleErrors,
  audit: { module: 'attendance-rule', event: 'preview' },
  changes: [],
})
export type RulePreview = z.output<typeof previewAttendanceRule.response>
