import {
  attendanceFacts,
  attendanceReasons,
  attendanceVerdicts,
  dayKinds,
  punchOutcomes,
  punchSources,
} from '@gatehouse/engine/attendance/vocabulary.ts'
import { z } from 'zod'
import { languages } from '../envelope.ts'
import { date, id, instant, line, optionalLine, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'

/** `yyyy-MM` */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
const minuteOfDay = z.int().min(0).max(1439)
const timeZone = z.string().min(1).max(64)

/** How far back a changed rule may reach: what is older stays as it was judged. */
export const maxDaysBack = 92
/** The longest period that statistics and lists are asked for. */
export const maxDaysAsked = 366

// Rules

const overtime = z.object({
  /** Worked at least so long. */
  minMinutes: z.int().min(0).max(1440),
  /** And the last punch not before this time; null asks nothing of it. */
  notBeforeMinute: minuteOfDay.nullable(),
})

/** ATT-01: what a rule says. Minutes are of the wall clock of its zone. */
export const ruleSettings = z.object({
  /** null: the enterprise's */
  timeZone: timeZone.nullable(),
  /** 1 is Monday, 7 is Sunday */
  workingWeekdays: z.array(z.int().min(1).max(7)).max(7),
  punchesPerDay: z.union([z.literal(1), z.literal(2)]),
  earliestPunchMinute: minuteOfDay,
  workStartMinute: minuteOfDay,
  /** Not after the start: on the next day. */
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
  /** Devices of these areas count; of none: every device does. */
  areaIds: z.array(id).max(64),
  participants: z.array(participant).max(2000),
})

export const attendanceRule = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  version: z.int(),
  /** From when the latest version counts. */
  effectiveOn: z.string(),
  settings: ruleSettings,
  /** The rule's zone, the enterprise's where the settings name none. */
  timeZone: z.string(),
  areas: z.array(z.object({ id, name: z.string() })),
  /** How many people are in it today. */
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
  summary: 'Who is in a rule today, and by what: named themselves, by a group, a department, or by nothing else',
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

/** From which date a change counts; absent: from today. Days from there on are judged again. */
const effectiveOn = date.optional()
/** Takes participants whom another rule names out of that one in the same save; without it they are refused. */
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
    /** The version that was being edited: refused when somebody else made a newer one meanwhile. */
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
  summary: 'End an attendance rule that nobody was ever judged by; its people go to the rules that name them otherwise',
  permission: 'attendance-rule.write',
  params: z.object({ id }),
  errors: ['attendance-rule.not-found', 'attendance-rule.is-default', 'attendance-rule.in-use'],
  audit: { module: 'attendance-rule', event: 'delete' },
  changes: ['attendance'],
})

/** What is counted: the facts, and the minutes. */
export const attendanceSum = z.object({
  normal: z.int(),
  late: z.int(),
  earlyLeave: z.int(),
  missedPunch: z.int(),
  absence: z.int(),
  workdayOvertime: z.int(),
  holidayOvertime: z.int(),
  workedMinutes: z.int(),
  lateMinutes: z.int(),
  earlyLeaveMinutes: z.int(),
  overtimeMinutes: z.int(),
})
export type AttendanceSum = z.output<typeof attendanceSum>

export const previewAttendanceRule = route({
  method: 'POST',
  path: '/v2/attendance/rules/:id/preview',
  summary: 'What last month would have looked like for the people of a rule under other settings; nothing is kept',
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
    /** Those whose figures differ, the first 50. */
    people: z.array(z.object({ id, name: z.string(), before: attendanceSum, after: attendanceSum })),
    changedPersonCount: z.int(),
  }),
  errors: ruleErrors,
  audit: { module: 'attendance-rule', event: 'preview' },
  changes: [],
})
export type RulePreview = z.output<typeof previewAttendanceRule.response>

// Areas

export const areaInput = z.object({
  name: requiredLine(64),
  location: optionalLine(128),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** ATT-02: a phone's position is rarely better than 10 m. */
  radiusMetres: z.int().min(10).max(100_000),
  deviceIds: z.array(id).max(500),
})

export const attendanceArea = z.object({
  id,
  name: z.string(),
  location: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMetres: z.int(),
  devices: z.array(z.object({ id, name: z.string() })),
  rules: z.array(z.object({ id, name: z.string() })),
})
export type AttendanceArea = z.output<typeof attendanceArea>

export const listAttendanceAreas = route({
  method: 'GET',
  path: '/v2/attendance/areas',
  summary: 'All attendance areas by name',
  permission: 'attendance.read',
  shows: 'attendance',
  response: z.array(attendanceArea),
})

export const createAttendanceArea = route({
  method: 'POST',
  path: '/v2/attendance/areas',
  summary: 'Create an attendance area',
  permission: 'attendance.write',
  body: areaInput,
  response: attendanceArea,
  errors: [
    'attendance-area.name-taken',
    'attendance-area.device-taken',
    'attendance-area.too-many',
    'device.not-found',
  ],
  audit: { module: 'attendance-area', event: 'create' },
  changes: ['attendance'],
})

export const updateAttendanceArea = route({
  method: 'PATCH',
  path: '/v2/attendance/areas/:id',
  summary: 'Change an attendance area; days that punches at its devices touch are judged again',
  permission: 'attendance.write',
  params: z.object({ id }),
  body: areaInput.partial(),
  response: attendanceArea,
  errors: [
    'attendance-area.not-found',
    'attendance-area.name-taken',
    'attendance-area.device-taken',
    'device.not-found',
  ],
  audit: { module: 'attendance-area', event: 'update' },
  changes: ['attendance'],
})

export const deleteAttendanceArea = route({
  method: 'DELETE',
  path: '/v2/attendance/areas/:id',
  summary: 'Delete an attendance area that no rule names',
  permission: 'attendance.write',
  params: z.object({ id }),
  errors: ['attendance-area.not-found', 'attendance-area.in-use'],
  audit: { module: 'attendance-area', event: 'delete' },
  changes: ['attendance'],
})

// Days

const namedPerson = z.object({
  id,
  name: z.string(),
  jobId: z.string().nullable(),
  department: z.string().nullable(),
})

export const attendanceDay = z.object({
  person: namedPerson,
  on: z.string(),
  rule: z.object({ id, name: z.string(), version: z.int() }),
  timeZone: z.string(),
  dayKind: z.enum(dayKinds),
  verdict: z.enum(attendanceVerdicts),
  facts: z.array(z.enum(attendanceFacts)),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  punchCount: z.int(),
  workedMinutes: z.int(),
  lateMinutes: z.int(),
  earlyLeaveMinutes: z.int(),
  overtimeMinutes: z.int(),
  hasFieldPunch: z.boolean(),
  /** A punch came from a device whose clock was off: it counts, and is worth a look. */
  hasDoubtfulTime: z.boolean(),
  /** The day is not over. */
  isProvisional: z.boolean(),
  /** When a closed day's result changed last. */
  changedAt: instant.nullable(),
})
export type AttendanceDay = z.output<typeof attendanceDay>

export const punch = z.object({
  id,
  source: z.enum(punchSources),
  at: instant,
  outcome: z.enum(punchOutcomes),
  /** Device and its place, or the area of a phone punch. */
  place: z.string().nullable(),
  recordId: id.nullable(),
  hasCapture: z.boolean(),
  isField: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracyMetres: z.number().nullable(),
  distanceMetres: z.number().nullable(),
  hasDoubtfulTime: z.boolean(),
  remark: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decisionRemark: z.string().nullable(),
})
export type Punch = z.output<typeof punch>

const dayState = z.object({
  verdict: z.enum(attendanceVerdicts),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  ruleVersion: z.int(),
})

export const dayCauses = [
  'punch',
  'rule',
  'area',
  'moved',
  'entry',
  'zone',
  'correction',
  'closed',
  'unlocked',
  'record',
] as const

export const attendanceDayDetail = attendanceDay.extend({
  reasons: z.array(z.enum(attendanceReasons)),
  /** The times the day was judged by. */
  workStartAt: instant,
  workEndAt: instant,
  startsAt: instant,
  endsAt: instant,
  punches: z.array(punch),
  changes: z.array(z.object({ changedAt: instant, cause: z.enum(dayCauses), before: dayState, after: dayState })),
  isLocked: z.boolean(),
})
export type AttendanceDayDetail = z.output<typeof attendanceDayDetail>

const periodFields = { from: date, to: date, departmentId: id.optional(), personId: id.optional(), keyword }
const period = z.object(periodFields)

export const listAttendanceDays = route({
  method: 'GET',
  path: '/v2/attendance/days',
  summary: 'Attendance by day and person, newest first; both dates are included',
  permission: 'attendance.read',
  shows: 'attendance',
  query: keyPageQuery.extend({
    ...periodFields,
    fact: z.enum(attendanceFacts).optional(),
    isField: z.stringbool().optional(),
  }),
  response: keyPageOf(attendanceDay),
  errors: ['attendance.period-too-long'],
})

export const getAttendanceDay = route({
  method: 'GET',
  path: '/v2/attendance/people/:personId/days/:on',
  summary: 'One day of one person with every punch and why it counted or not',
  permission: 'attendance.read',
  shows: 'attendance',
  params: z.object({ personId: id, on: date }),
  response: attendanceDayDetail,
  errors: ['attendance.day-not-found'],
})

export const getAttendanceMonth = route({
  method: 'GET',
  path: '/v2/attendance/people/:personId/months/:month',
  summary: 'The month of one person, day by day',
  permission: 'attendance.read',
  shows: 'attendance',
  params: z.object({ personId: id, month }),
  response: z.object({
    person: namedPerson,
    month: z.string(),
    isLocked: z.boolean(),
    days: z.array(attendanceDay),
    sum: attendanceSum,
  }),
  errors: ['staff.not-found'],
})

// Statistics

const personSum = attendanceSum.extend({ person: namedPerson, dayCount: z.int() })

export const attendanceStatistics = route({
  method: 'GET',
  path: '/v2/attendance/statistics',
  summary: 'Figures of a period: all together, and person by person',
  permission: 'attendance.read',
  shows: 'attendance',
  query: pageQuery.extend({
    ...periodFields,
    sort: z
      .enum([
        'name',
        'late',
        'earlyLeave',
        'missedPunch',
        'absence',
        'workdayOvertime',
        'holidayOvertime',
        'overtimeMinutes',
      ])
      .default('name'),
    order: sortOrder.default('asc'),
  }),
  response: z.object({ total: z.int(), sum: attendanceSum, items: z.array(personSum) }),
  errors: ['attendance.period-too-long'],
})
export type PersonSum = z.output<typeof personSum>

export const departmentStatistics = route({
  method: 'GET',
  path: '/v2/attendance/statistics/departments',
  summary: 'Figures of a period by department, each with those below it left out',
  permission: 'attendance.read',
  shows: 'attendance',
  query: period.pick({ from: true, to: true }),
  response: z.array(
    attendanceSum.extend({ department: z.object({ id, name: z.string() }).nullable(), personCount: z.int() }),
  ),
  errors: ['attendance.period-too-long'],
})

/** The file's headings are in this language: a download is a plain link, which carries no headers. */
const fileLanguage = z.enum(['en', 'zh', 'zh-tw']).default('en')

export const exportAttendance = route({
  method: 'GET',
  path: '/v2/attendance/export',
  summary: 'A CSV file of a period: one row for each person, or one for each day',
  permission: 'attendance.read',
  query: period.extend({ rows: z.enum(['people', 'days']), language: fileLanguage }),
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['attendance.period-too-long'],
  audit: { module: 'attendance', event: 'export' },
})

export const attendanceSummary = route({
  method: 'GET',
  path: '/v2/attendance/summary',
  summary: 'How many people were late, absent, … on a date; yesterday unless told',
  permission: 'attendance.read',
  shows: 'attendance',
  query: z.object({ on: date.optional() }),
  response: z.object({ on: z.string(), sum: attendanceSum }),
})

// Requests: field punches that wait, and corrections

export const punchRequest = z.object({
  id,
  person: namedPerson,
  source: z.enum(['phone', 'correction']),
  at: instant,
  /** The day that it counts for, and the zone of the rule that judges that day. */
  on: z.string(),
  timeZone: z.string(),
  isField: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracyMetres: z.number().nullable(),
  distanceMetres: z.number().nullable(),
  area: z.string().nullable(),
  remark: z.string().nullable(),
  state: z.enum(['waiting', 'approved', 'refused']),
  requestedBy: z.string(),
  createdAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionRemark: z.string().nullable(),
})
export type PunchRequest = z.output<typeof punchRequest>

export const listPunchRequests = route({
  method: 'GET',
  path: '/v2/attendance/requests',
  summary: 'Punches made on phones, and punches asked for afterwards; newest first',
  permission: 'attendance.read',
  shows: 'attendance',
  query: keyPageQuery.extend({ state: z.enum(['waiting', 'approved', 'refused']).optional(), personId: id.optional() }),
  response: keyPageOf(punchRequest),
})

/** Local date and minute in the zone of the person's rule. */
const missedPunch = z.object({ on: date, minute: minuteOfDay, reason: requiredLine(255) })

const correctionErrors = [
  'staff.not-found',
  'attendance.month-locked',
  'attendance.punch-in-future',
  'attendance.punch-too-old',
  'attendance.no-rule',
  'attendance.too-many-requests',
] as const

export const addMissedPunch = route({
  method: 'POST',
  path: '/v2/attendance/requests',
  summary: 'Add a punch that a person missed, with a reason; it counts at once',
  permission: 'attendance.write',
  body: missedPunch.extend({ personId: id }),
  response: punchRequest,
  errors: correctionErrors,
  audit: { module: 'attendance', event: 'correct' },
  changes: ['attendance'],
})

export const decidePunchRequest = route({
  method: 'POST',
  path: '/v2/attendance/requests/:id/decision',
  summary: 'Approve or refuse a punch that waits',
  permission: 'attendance.write',
  params: z.object({ id }),
  body: z.object({ isApproved: z.boolean(), remark: optionalLine(255).optional() }),
  response: punchRequest,
  errors: ['attendance.request-not-found', 'attendance.request-decided', 'attendance.month-locked'],
  audit: { module: 'attendance', event: 'decide' },
  changes: ['attendance'],
})

// Months

const lock = z.object({ month: z.string(), lockedBy: z.string(), lockedAt: instant })

export const listMonthLocks = route({
  method: 'GET',
  path: '/v2/attendance/locks',
  summary: 'The months whose results no longer change',
  permission: 'attendance.read',
  shows: 'attendance',
  response: z.array(lock),
})

export const setMonthLock = route({
  method: 'PUT',
  path: '/v2/attendance/locks/:month',
  summary: 'Lock a month that is over, or open it again; then what came meanwhile is counted',
  permission: 'attendance-rule.write',
  params: z.object({ month }),
  body: z.object({ isLocked: z.boolean() }),
  response: z.array(lock),
  errors: ['attendance.month-not-over'],
  audit: { module: 'attendance', event: 'lock' },
  changes: ['attendance'],
})

// The monthly report

export const reportSettings = z.object({
  /** None: no report. */
  recipients: z.array(z.email({ error: 'email-form' }).max(128)).max(20),
  /** Of the month after, in the enterprise's zone. On the first, the last day may still go on. */
  dayOfMonth: z.int().min(2).max(28),
  language: z.enum(languages),
})
export type ReportSettings = z.output<typeof reportSettings>

/** `canMail`: a mail server is set; without one nothing goes out. */
const report = reportSettings.extend({ recipients: z.array(z.string()), canMail: z.boolean() })
export type AttendanceReport = z.output<typeof report>

export const getAttendanceReport = route({
  method: 'GET',
  path: '/v2/attendance/report',
  summary: 'Who gets the figures of each month by e-mail, and when',
  permission: 'attendance-rule.write',
  shows: 'attendance',
  response: report,
})

export const updateAttendanceReport = route({
  method: 'PUT',
  path: '/v2/attendance/report',
  summary: 'Change who gets the figures of each month by e-mail, and when',
  permission: 'attendance-rule.write',
  body: reportSettings,
  response: report,
  audit: { module: 'attendance', event: 'report' },
  changes: ['attendance'],
})

export const sendAttendanceReport = route({
  method: 'POST',
  path: '/v2/attendance/report/mails',
  summary:
    'Mail the figures of the last month to the recipients at once, as they stand; the report of its day comes besides',
  permission: 'attendance-rule.write',
  response: z.object({ month, recipients: z.int() }),
  errors: ['attendance.no-recipients', 'mail.not-set'],
  audit: { module: 'attendance', event: 'send-report' },
  changes: [],
})

// Phones

export const makePhoneLink = route({
  method: 'POST',
  path: '/v2/attendance/people/:personId/phone-link',
  summary:
    'Make the link that opens a person’s own attendance on their phone, and mail it to them; an earlier one ends',
  permission: 'attendance.write',
  params: z.object({ personId: id }),
  body: z.object({ language: fileLanguage }),
  response: z.object({ url: z.string(), expiresAt: instant, isMailed: z.boolean() }),
  errors: ['staff.not-found'],
  audit: { module: 'attendance', event: 'phone-link' },
  changes: [],
})

export const endPhoneLink = route({
  method: 'DELETE',
  path: '/v2/attendance/people/:personId/phone-link',
  summary: 'End the link to a person’s own attendance',
  permission: 'attendance.write',
  params: z.object({ personId: id }),
  errors: ['staff.not-found'],
  audit: { module: 'attendance', event: 'phone-link-end' },
  changes: [],
})

const linkToken = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) })

const ownPunch = punch.pick({
  id: true,
  source: true,
  at: true,
  outcome: true,
  place: true,
  isField: true,
  accuracyMetres: true,
  remark: true,
})

/** What a person sees of themselves. */
export const ownAttendance = z.object({
  name: z.string(),
  /** The day that goes on now under their rule. */
  on: z.string(),
  dayKind: z.enum(dayKinds),
  timeZone: z.string(),
  workStartMinute: minuteOfDay,
  workEndMinute: minuteOfDay,
  punches: z.array(ownPunch),
  /** The last two weeks, newest first. */
  days: z.array(attendanceDay.omit({ person: true, rule: true })),
  requests: z.array(
    punchRequest.pick({
      id: true,
      source: true,
      at: true,
      timeZone: true,
      isField: true,
      remark: true,
      state: true,
      decisionRemark: true,
    }),
  ),
})
export type OwnAttendance = z.output<typeof ownAttendance>

export const getOwnAttendance = route({
  method: 'GET',
  prefix: '/public',
  path: '/attendance/:token',
  summary: 'A person’s own days, on their phone',
  permission: 'public',
  params: linkToken,
  response: ownAttendance,
  errors: ['attendance-link.not-found', 'attendance.no-rule'],
})

export const punchByPhone = route({
  method: 'POST',
  prefix: '/public',
  path: '/attendance/:token/punches',
  summary:
    'Punch with the phone’s position, at the server’s time; outside every area with a remark, and it waits for approval',
  permission: 'public',
  params: linkToken,
  body: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracyMetres: z.number().min(0).max(1_000_000),
    remark: optionalLine(255).optional(),
  }),
  response: z.object({
    at: instant,
    isField: z.boolean(),
    area: z.string().nullable(),
    distanceMetres: z.number().nullable(),
  }),
  errors: [
    'attendance-link.not-found',
    'attendance.no-rule',
    'attendance.remark-required',
    'attendance.month-locked',
    'attendance.too-many-requests',
  ],
  audit: { module: 'attendance', event: 'phone-punch' },
  changes: ['attendance'],
})

export const askForPunch = route({
  method: 'POST',
  prefix: '/public',
  path: '/attendance/:token/corrections',
  summary: 'Ask for a missed punch to be added; an administrator approves or refuses it',
  permission: 'public',
  params: linkToken,
  body: missedPunch,
  errors: ['attendance-link.not-found', ...correctionErrors],
  audit: { module: 'attendance', event: 'phone-correction' },
  changes: ['attendance'],
})
