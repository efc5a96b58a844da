import type { AttendanceRuleDetail } from '@gatehouse/contract/features/attendance/rules.ts'
import { readHolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { describe, expect, it } from 'vitest'
import { dateProblems, ruleBodyOf, ruleForm, ruleFormOf, withDates } from './rule-form-schema.ts'

const id = '0190f5b0-0000-7000-8000-000000000001'
const rule: AttendanceRuleDetail = {
  id,
  name: 'Night',
  isDefault: false,
  version: 3,
  effectiveOn: '2026-01-01',
  timeZone: 'Asia/Shanghai',
  areas: [{ id, name: 'Gate' }],
  personCount: 1,
  participants: [
    { kind: 'person', id, name: 'Li Wei' },
    { kind: 'group', id, name: 'Shift' },
  ],
  versions: [],
  settings: {
    timeZone: 'Asia/Tokyo',
    workingWeekdays: [6, 7],
    punchesPerDay: 1,
    earliestPunchMinute: 1200,
    workStartMinute: 1320,
    workEndMinute: 360,
    lateToleranceMinutes: 3,
    earlyLeaveToleranceMinutes: 4,
    workdayOvertime: { minMinutes: 570, notBeforeMinute: 420 },
    holidayOvertime: null,
    holidays: [
      { on: '2026-10-01', isYearly: true, remark: 'National Day' },
      { on: '2026-12-25', isYearly: false, remark: '' },
    ],
    specialWorkingDays: [{ on: '2026-10-10', remark: 'worked' }],
  },
}

describe('the form of an attendance rule', () => {
  it.each(['yearly', '每年'])('[ATT-01] the form gives back every field unchanged, read with "%s"', (yearly) => {
    const form = ruleForm.parse(ruleFormOf(rule, yearly))
    expect(form.holidays).toBe(`2026-10-01, National Day, ${yearly}\n2026-12-25`)
    const { settings, participants, areaIds, name } = ruleBodyOf(form)
    expect(settings).toEqual(rule.settings)
    expect(participants).toEqual([
      { kind: 'person', id },
      { kind: 'group', id },
    ])
    expect([areaIds, name]).toEqual([[id], 'Night'])
  })

  it('[ATT-01] the form reads the calendar file of a timetable, and takes make-up days as working days', () => {
    const file = readHolidayFile('2026-10-01,National Day\n2026-10-02,"Second, day"\n2026-10-10,国庆节 补班')
    const own = ruleFormOf(rule, 'yearly')
    const holidays = withDates(own.holidays, file.holidays, 'yearly')
    const specialWorkingDays = withDates(own.specialWorkingDays, file.workingDays, 'yearly')
    // the 10th is worked already
    expect([holidays.added, specialWorkingDays.added]).toEqual([2, 0])
    const form = { ...own, holidays: holidays.lines, specialWorkingDays: specialWorkingDays.lines }
    const { settings } = ruleBodyOf(ruleForm.parse(form))
    expect(settings.holidays).toContainEqual({ on: '2026-10-02', isYearly: false, remark: 'Second  day' })
    expect(settings.specialWorkingDays).toEqual(rule.settings.specialWorkingDays)
  })

  it('a date stays in the field where it was typed, whatever its name', () => {
    const own = {
      ...ruleFormOf(rule, 'yearly'),
      holidays: '2026-10-10, 补班',
      specialWorkingDays: '2026-10-11, National Day',
    }
    const { settings } = ruleBodyOf(ruleForm.parse(own))
    expect([settings.holidays.map(({ on }) => on), settings.specialWorkingDays.map(({ on }) => on)]).toEqual([
      ['2026-10-10'],
      ['2026-10-11'],
    ])
  })

  it('the form names the lines that are not dates', () => {
    expect(dateProblems('2026-10-01, Feast\nsoon\n2026-02-30')).toEqual([
      { line: 2, text: 'soon' },
      { line: 3, text: '2026-02-30' },
    ])
    expect(dateProblems('')).toEqual([])
  })
})
