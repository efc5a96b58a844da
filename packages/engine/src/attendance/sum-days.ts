import type { DayResult } from './evaluate-day.ts'
import { attendanceFacts } from './vocabulary.ts'
import type { AttendanceFact } from './vocabulary.ts'

/** What statistics show: how often each fact held, and the minutes. */
export type AttendanceSum = Record<AttendanceFact, number> & {
  workedMinutes: number
  lateMinutes: number
  earlyLeaveMinutes: number
  overtimeMinutes: number
}

export function sumDays(days: readonly DayResult[]): AttendanceSum {
  const count = (fact: AttendanceFact) => days.filter(({ facts }) => facts[fact]).length
  const total = (read: (day: DayResult) => number) => days.reduce((sum, day) => sum + read(day), 0)
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each fact
    ...(Object.fromEntries(attendanceFacts.map((fact) => [fact, count(fact)])) as Record<AttendanceFact, number>),
    workedMinutes: total(({ workedMinutes }) => workedMinutes),
    lateMinutes: total(({ lateMinutes }) => lateMinutes),
    earlyLeaveMinutes: total(({ earlyLeaveMinutes }) => earlyLeaveMinutes),
    overtimeMinutes: total(({ overtimeMinutes }) => overtimeMinutes),
  }
}
