import { z } from 'zod'
import { languages } from '../../envelope.ts'
import { date, id } from '../../fields.ts'
import { pageQuery, sortOrder } from '../../paging.ts'
import { route } from '../../route.ts'
import { attendanceSum } from './days.ts'
import { month, namedPerson, periodFields, fileLanguage } from './fields.ts'

const period = z.object(periodFields)

const personSum = attendanceSum.extend({ person: namedPerson, dayCount: z.int() })

export const attendanceStatistics = route({
  method: 'GET',
  path: '/v2/attendance/statistics',
  summary: 'Figures of a period: in total and by person',
  permission: 'attendance.read',
  shows: 'attendance',
  query: pageQuery.extend({
    ...periodFields,
    sort: z
      .enum([
        'name',
        'normal',
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
  summary: 'Figures of a period by department, without sub-departments',
  permission: 'attendance.read',
  shows: 'attendance',
  query: period.pick({ from: true, to: true }),
  response: z.array(
    attendanceSum.extend({ department: z.object({ id, name: z.string() }).nullable(), personCount: z.int() }),
  ),
  errors: ['attendance.period-too-long'],
})

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
  summary: 'Number of people late, absent, … on a date; yesterday by default',
  permission: 'attendance.read',
  shows: 'attendance',
  query: z.object({ on: date.optional() }),
  response: z.object({ on: z.string(), sum: attendanceSum }),
})

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
  summary: 'Recipients and day of the monthly report',
  permission: 'attendance-rule.write',
  shows: 'attendance',
  response: report,
})

export const updateAttendanceReport = route({
  method: 'PUT',
  path: '/v2/attendance/report',
  summary: 'Change recipients and day of the monthly report',
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
