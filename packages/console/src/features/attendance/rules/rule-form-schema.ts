import {
  createAttendanceRule,
  type AttendanceRuleDetail,
  ruleSettings,
  type RuleSettings,
} from '@gatehouse/contract/features/attendance/rules.ts'
import { type HolidayDate, newHolidays, readHolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { z } from 'zod'
import { todayOn } from '../attendance-time.ts'

const settings = ruleSettings.shape
const rule = createAttendanceRule.body.shape
const ids = z.array(z.uuid())
const named = z.array(z.object({ value: z.uuid(), label: z.string() }))

/** The fields of the form; dates are lines of text, read as a calendar file is. */
export const ruleForm = z.object({
  name: rule.name,
  people: named.default([]),
  departments: ids.default([]),
  groups: ids.default([]),
  movesParticipants: z.boolean().default(false),
  workingWeekdays: settings.workingWeekdays,
  punchesPerDay: settings.punchesPerDay,
  earliestPunchMinute: settings.earliestPunchMinute,
  workStartMinute: settings.workStartMinute,
  workEndMinute: settings.workEndMinute,
  lateToleranceMinutes: settings.lateToleranceMinutes,
  earlyLeaveToleranceMinutes: settings.earlyLeaveToleranceMinutes,
  hasWorkdayOvertime: z.boolean(),
  workdayOvertimeHours: z.number().min(0).max(24).optional(),
  workdayOvertimeFrom: settings.workStartMinute.nullable(),
  hasHolidayOvertime: z.boolean(),
  holidayOvertimeHours: z.number().min(0).max(24).optional(),
  holidayOvertimeFrom: settings.workStartMinute.nullable(),
  holidays: z.string().default(''),
  specialWorkingDays: z.string().default(''),
  areaIds: ids.default([]),
  timeZone: settings.timeZone,
  effectiveOn: z.iso.date(),
})
export type RuleForm = z.output<typeof ruleForm>

/** A date as it is typed: `2026-10-01, National Day, yearly`, where `yearly` is the word of the reader's language. */
const lineOf =
  (yearly: string) =>
  ({ on, remark, isYearly }: { on: string; remark: string; isYearly?: boolean }) =>
    [on, remark.replaceAll(',', ' '), isYearly ? yearly : ''].join(', ').replace(/(, )+$/, '')

const byDefault: RuleSettings = {
  timeZone: null,
  workingWeekdays: [1, 2, 3, 4, 5],
  punchesPerDay: 2,
  earliestPunchMinute: 300,
  workStartMinute: 540,
  workEndMinute: 1080,
  lateToleranceMinutes: 0,
  earlyLeaveToleranceMinutes: 0,
  workdayOvertime: null,
  holidayOvertime: null,
  holidays: [],
  specialWorkingDays: [],
}

/** The initial values of the fields; `yearly` as in `lineOf`. */
export function ruleFormOf(detail: AttendanceRuleDetail | undefined, yearly: string): RuleForm {
  const own = detail?.settings ?? byDefault
  const named = (kind: 'person' | 'department' | 'group') =>
    detail?.participants.filter((one) => one.kind === kind) ?? []
  return {
    ...own,
    name: detail?.name ?? '',
    movesParticipants: false,
    people: named('person').map(({ id, name }) => ({ value: id, label: name })),
    departments: named('department').map(({ id }) => id),
    groups: named('group').map(({ id }) => id),
    hasWorkdayOvertime: own.workdayOvertime !== null,
    workdayOvertimeHours: (own.workdayOvertime?.minMinutes ?? 0) / 60,
    workdayOvertimeFrom: own.workdayOvertime?.notBeforeMinute ?? null,
    hasHolidayOvertime: own.holidayOvertime !== null,
    holidayOvertimeHours: (own.holidayOvertime?.minMinutes ?? 0) / 60,
    holidayOvertimeFrom: own.holidayOvertime?.notBeforeMinute ?? null,
    holidays: own.holidays.map(lineOf(yearly)).join('\n'),
    specialWorkingDays: own.specialWorkingDays.map(lineOf(yearly)).join('\n'),
    areaIds: detail?.areas.map(({ id }) => id) ?? [],
    effectiveOn: todayOn(),
  }
}

const overtimeOf = (isOn: boolean, hours: number | undefined, notBeforeMinute: number | null) =>
  isOn ? { minMinutes: Math.round((hours ?? 0) * 60), notBeforeMinute } : null

/** A heading that no file has keeps the first line from being taken for one. */
const readLines = (text: string) => readHolidayFile(`date\n${text}`)

/** A date belongs to the field that it is typed into, whatever its name. */
function datesIn(text: string): HolidayDate[] {
  const { holidays, workingDays } = readLines(text)
  return [...holidays, ...newHolidays(holidays, workingDays)]
}

/** Lines of a text of dates that are none. */
export const dateProblems = (text: string) =>
  readLines(text).problems.map((problem) => ({ line: problem.line - 1, text: problem.text }))

/** The lines with the dates that they do not have yet, and how many those are. */
export function withDates(text: string, imported: readonly HolidayDate[], yearly: string) {
  const added = newHolidays(datesIn(text), imported)
  const typed = text.split('\n').filter((line) => line.trim() !== '')
  return { lines: [...typed, ...added.map(lineOf(yearly))].join('\n'), added: added.length }
}

/** The form as the routes want it. */
export function ruleBodyOf(form: RuleForm) {
  return {
    name: form.name,
    areaIds: form.areaIds,
    effectiveOn: form.effectiveOn,
    movesParticipants: form.movesParticipants,
    participants: [
      ...form.people.map(({ value }) => ({ kind: 'person' as const, id: value })),
      ...form.departments.map((id) => ({ kind: 'department' as const, id })),
      ...form.groups.map((id) => ({ kind: 'group' as const, id })),
    ],
    settings: {
      timeZone: form.timeZone,
      workingWeekdays: form.workingWeekdays,
      punchesPerDay: form.punchesPerDay,
      earliestPunchMinute: form.earliestPunchMinute,
      workStartMinute: form.workStartMinute,
      workEndMinute: form.workEndMinute,
      lateToleranceMinutes: form.lateToleranceMinutes,
      earlyLeaveToleranceMinutes: form.earlyLeaveToleranceMinutes,
      workdayOvertime: overtimeOf(form.hasWorkdayOvertime, form.workdayOvertimeHours, form.workdayOvertimeFrom),
      holidayOvertime: overtimeOf(form.hasHolidayOvertime, form.holidayOvertimeHours, form.holidayOvertimeFrom),
      holidays: datesIn(form.holidays),
      specialWorkingDays: datesIn(form.specialWorkingDays).map(({ on, remark }) => ({ on, remark })),
    } satisfies RuleSettings,
  }
}
