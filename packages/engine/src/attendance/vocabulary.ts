/**
 * The words of attendance, and the numbers that other systems know them by. Names only: the contract builds its schemas
 * from these.
 */

/**
 * The sort of day that a date is under a rule. A special working day wins over a holiday, a holiday over the weekday.
 */
export const dayKinds = ['working-day', 'special-working-day', 'holiday', 'rest-day'] as const
export type DayKind = (typeof dayKinds)[number]

/** The verdict on a day. */
export const attendanceVerdicts = [
  'normal',
  'late',
  'early-leave',
  'late-and-early-leave',
  'workday-overtime',
  'holiday-overtime',
  'absence',
  'missed-punch',
  'none',
] as const
export type AttendanceVerdict = (typeof attendanceVerdicts)[number]

/** The reference's numbers. */
export const attendanceVerdictCodes = {
  normal: 1,
  late: 2,
  'early-leave': 3,
  'late-and-early-leave': 4,
  'workday-overtime': 5,
  'holiday-overtime': 6,
  absence: 7,
  'missed-punch': 8,
  none: 127,
} as const satisfies Record<AttendanceVerdict, number>

/** The facts that statistics count. Several may hold for one day. */
export const attendanceFacts = [
  'normal',
  'late',
  'earlyLeave',
  'missedPunch',
  'absence',
  'workdayOvertime',
  'holidayOvertime',
] as const
export type AttendanceFact = (typeof attendanceFacts)[number]

/** The rules that applied, in the order of their evaluation. The figures beside the verdict give the amounts. */
export const attendanceReasons = [
  'working-day',
  'special-working-day',
  'holiday',
  'rest-day',
  'no-punch',
  'one-punch-of-two',
  'on-time',
  'late-forgiven',
  'late',
  'stayed-to-the-end',
  'early-leave-forgiven',
  'early-leave',
  'overtime',
  'overtime-too-few-hours',
  'overtime-ended-too-soon',
  'day-not-over',
] as const
export type AttendanceReason = (typeof attendanceReasons)[number]

/** The source of a punch. */
export const punchSources = ['device', 'phone', 'correction'] as const
export type PunchSource = (typeof punchSources)[number]

/** The reason why a punch did not count; `counted` when it did. */
export const punchOutcomes = [
  'counted',
  'outside-areas',
  'other-day',
  'door-stayed-closed',
  'from-the-future',
  'misrecognition',
  'waiting-for-approval',
  'refused',
] as const
export type PunchOutcome = (typeof punchOutcomes)[number]
