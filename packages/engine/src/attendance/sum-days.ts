import type { DayResult } from './evaluate-day.ts'
import { attendanceFacts, type AttendanceFact } from './vocabulary.ts'

const minuteKeys = ['workedMinutes', 'lateMinutes', 'earlyLeaveMinutes', 'overtimeMinutes'] as const
const sumKeys = [...attendanceFacts, ...minuteKeys]

/** The figures of statistics: how often each fact held, and the minutes. */
export type AttendanceSum = Record<AttendanceFact | (typeof minuteKeys)[number], number>

export const sumDays = (days: readonly DayResult[]): AttendanceSum =>
  addSums(
    days.map(({ facts, workedMinutes, lateMinutes, earlyLeaveMinutes, overtimeMinutes }) => ({
      normal: Number(facts.normal),
      late: Number(facts.late),
      earlyLeave: Number(facts.earlyLeave),
      missedPunch: Number(facts.missedPunch),
      absence: Number(facts.absence),
      workdayOvertime: Number(facts.workdayOvertime),
      holidayOvertime: Number(facts.holidayOvertime),
      workedMinutes,
      lateMinutes,
      earlyLeaveMinutes,
      overtimeMinutes,
    })),
  )

export function addSums(sums: readonly AttendanceSum[]): AttendanceSum {
  const entries = sumKeys.map((key) => [key, sums.reduce((total, sum) => total + sum[key], 0)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each key
  return Object.fromEntries(entries) as AttendanceSum
}
