import {
  attendanceFacts,
  attendanceReasons,
  attendanceVerdicts,
  dayKinds,
  punchOutcomes,
  punchSources,
} from '@gatehouse/engine/attendance/vocabulary.ts'
import { z } from 'zod'
import { date, id, instant } from '../../fields.ts'
import { keyPageOf, keyPageQuery, keyword, pageOf, pageQuery } from '../../paging.ts'
import { route } from '../../route.ts'
import { month, namedPerson, periodFields } from './fields.ts'

/** The longest period that statistics and lists are asked for. */
export const maxDaysAsked = 366

/** The figures that are counted: the facts, and the minutes. */
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
  'leaving',
  'zone',
  'correction',
  'closed',
  'unlocked',
  'record',
] as const

export const attendanceDayDetail = attendanceDay.extend({
  reasons: z.array(z.enum(attendanceReasons)),
  /** The times by which the day was evaluated. */
  workStartAt: instant,
  workEndAt: instant,
  startsAt: instant,
  endsAt: instant,
  punches: z.array(punch),
  changes: z.array(z.object({ changedAt: instant, cause: z.enum(dayCauses), before: dayState, after: dayState })),
  isLocked: z.boolean(),
})
export type AttendanceDayDetail = z.output<typeof attendanceDayDetail>

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

/** A day as one mark of a grid. */
const markedDay = attendanceDay.pick({
  on: true,
  dayKind: true,
  verdict: true,
  isProvisional: true,
  hasFieldPunch: true,
  workedMinutes: true,
})
const monthOfPerson = z.object({
  person: namedPerson.extend({ portraitId: id.nullable() }),
  sum: attendanceSum,
  days: z.array(markedDay),
})
export type MonthOfPerson = z.output<typeof monthOfPerson>

/** The maximum number of people on a page of a month: each has a row of up to 31 days. */
export const maxMonthPeople = 50

export const listAttendanceMonth = route({
  method: 'GET',
  path: '/v2/attendance/months/:month',
  summary: 'A month of many people, each with their days; by name',
  permission: 'attendance.read',
  shows: 'attendance',
  params: z.object({ month }),
  query: pageQuery.extend({
    keyword,
    departmentId: id.optional(),
    /** People who are in this rule on any day of the month. */
    ruleId: id.optional(),
    size: z.coerce.number().int().min(1).max(maxMonthPeople).default(20),
  }),
  response: pageOf(monthOfPerson).extend({ isLocked: z.boolean() }),
})

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
  summary: 'Lock a month that is over, or reopen it; later changes are then counted',
  permission: 'attendance-rule.write',
  params: z.object({ month }),
  body: z.object({ isLocked: z.boolean() }),
  response: z.array(lock),
  errors: ['attendance.month-not-over'],
  audit: { module: 'attendance', event: 'lock' },
  changes: ['attendance'],
})
