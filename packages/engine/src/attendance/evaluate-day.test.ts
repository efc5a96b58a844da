import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRuleProblem, type AttendanceRule } from './attendance-rule.ts'
import { type DayResult, evaluateDay } from './evaluate-day.ts'
import { planDay } from './plan-day.ts'
import { sumDays } from './sum-days.ts'
import { attendanceFacts, attendanceVerdictCodes, attendanceVerdicts } from './vocabulary.ts'

const office: AttendanceRule = {
  timeZone: 'Asia/Shanghai',
  workingWeekdays: [1, 2, 3, 4, 5],
  punchesPerDay: 2,
  earliestPunchMinute: 5 * 60,
  workStartMinute: 9 * 60,
  workEndMinute: 18 * 60,
  lateToleranceMinutes: 5,
  earlyLeaveToleranceMinutes: 5,
  workdayOvertime: { minMinutes: 10 * 60, notBeforeMinute: 19 * 60 },
  holidayOvertime: { minMinutes: 4 * 60, notBeforeMinute: null },
  holidays: [{ on: '2026-10-01', isYearly: true, remark: 'National day' }],
  specialWorkingDays: [
    { on: '2026-10-10', remark: 'a Saturday' },
    { on: '2027-10-01', remark: 'a holiday that is worked' },
  ],
}
const night: AttendanceRule = {
  ...office,
  earliestPunchMinute: 20 * 60,
  workStartMinute: 22 * 60,
  workEndMinute: 6 * 60,
  workdayOvertime: null,
}
const monday = '2026-06-01'
const saturday = '2026-06-06'
const long = Date.UTC(2100, 0, 1)

/** `09:00` of the day, `+02:00` of the next. */
const ms = (on: string, time: string, zone: string) => {
  const isNext = time.startsWith('+')
  const date = Temporal.PlainDate.from(on).add({ days: isNext ? 1 : 0 })
  return date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time.replace('+', '')) })
    .epochMilliseconds
}
const evaluate = (rule: AttendanceRule, on: string, times: string, asOfMs = long) =>
  evaluateDay(
    rule,
    planDay(rule, on, rule),
    times
      .split(' ')
      .filter(Boolean)
      .map((time) => ms(on, time, rule.timeZone)),
    asOfMs,
  )
/** The verdict, the facts that hold, and worked/late/early/overtime. */
const brief = ({ verdict, facts, ...day }: DayResult) =>
  [
    verdict,
    attendanceFacts.filter((fact) => facts[fact]).join(' '),
    [day.workedMinutes, day.lateMinutes, day.earlyLeaveMinutes, day.overtimeMinutes].join('/'),
  ].join(' | ')

describe('[ATT-01] a day under a rule', () => {
  it.each([
    ['in time and to the end', office, monday, '08:55 18:01', 'normal | normal | 546/0/0/0'],
    ['at the start exactly', office, monday, '09:00 18:00', 'normal | normal | 540/0/0/0'],
    ['at the very end of the tolerance', office, monday, '09:05 18:00', 'normal | normal | 535/0/0/0'],
    [
      'a millisecond after the tolerance: late counts from the start',
      office,
      monday,
      '09:05:00.001 18:00',
      'late | late | 534/6/0/0',
    ],
    ['half an hour late', office, monday, '09:30 18:30', 'late | late | 540/30/0/0'],
    ['leaves at the edge of the tolerance', office, monday, '09:00 17:55', 'normal | normal | 535/0/0/0'],
    ['leaves a millisecond before it', office, monday, '09:00 17:54:59.999', 'early-leave | earlyLeave | 534/0/6/0'],
    ['late and early', office, monday, '10:00 17:00', 'late-and-early-leave | late earlyLeave | 420/60/60/0'],
    [
      'overtime by both conditions',
      office,
      monday,
      '08:50 19:30',
      'workday-overtime | normal workdayOvertime | 640/0/0/90',
    ],
    [
      'overtime at both edges exactly',
      office,
      monday,
      '09:00 19:00',
      'workday-overtime | normal workdayOvertime | 600/0/0/60',
    ],
    ['enough hours, but gone too soon', office, monday, '08:00 18:59:59', 'normal | normal | 659/0/0/0'],
    ['late enough, but too few hours', office, monday, '09:04 19:03:59', 'normal | normal | 599/0/0/0'],
    [
      'late with overtime: the word is late, both facts are kept',
      office,
      monday,
      '09:10 19:30',
      'late | late workdayOvertime | 620/10/0/90',
    ],
    ['no punch on a working day', office, monday, '', 'absence | absence | 0/0/0/0'],
    ['one punch of two', office, monday, '09:30', 'missed-punch | missedPunch | 0/0/0/0'],
    [
      'one punch of two on a rest day, however little overtime asks for',
      { ...office, holidayOvertime: { minMinutes: 0, notBeforeMinute: null } },
      saturday,
      '10:00',
      'none |  | 0/0/0/0',
    ],
    [
      'one punch in the evening is no overtime where one is wanted',
      { ...office, punchesPerDay: 1, workdayOvertime: { minMinutes: 0, notBeforeMinute: 1140 } },
      monday,
      '20:30',
      'late | late | 0/690/0/0',
    ],
    [
      'two punches are overtime where one is wanted',
      { ...office, punchesPerDay: 1, workdayOvertime: { minMinutes: 0, notBeforeMinute: 1140 } },
      monday,
      '09:00 20:30',
      'workday-overtime | normal workdayOvertime | 690/0/0/150',
    ],
    ['the same instant twice is one punch', office, monday, '09:30 09:30', 'missed-punch | missedPunch | 0/0/0/0'],
    ['one punch where one is wanted', { ...office, punchesPerDay: 1 }, monday, '08:59', 'normal | normal | 0/0/0/0'],
    ['one punch where one is wanted, late', { ...office, punchesPerDay: 1 }, monday, '09:06', 'late | late | 0/6/0/0'],
    [
      'one punch a day never leaves early',
      { ...office, punchesPerDay: 1 },
      monday,
      '09:00 12:00',
      'normal | normal | 180/0/0/0',
    ],
    ['a rest day without punches', office, saturday, '', 'none |  | 0/0/0/0'],
    ['a rest day, hours enough', office, saturday, '10:00 14:00', 'holiday-overtime | holidayOvertime | 240/0/0/240'],
    ['a rest day, a minute too few', office, saturday, '10:00 13:59', 'none |  | 239/0/0/0'],
    ['a rest day with one punch misses nothing', office, saturday, '10:00', 'none |  | 0/0/0/0'],
    ['a yearly holiday on a Friday', office, '2032-10-01', '', 'none |  | 0/0/0/0'],
    ['a holiday, worked', office, '2026-10-01', '09:00 18:00', 'holiday-overtime | holidayOvertime | 540/0/0/540'],
    ['a special working Saturday', office, '2026-10-10', '', 'absence | absence | 0/0/0/0'],
    [
      'a special working day that is a holiday too: it is worked',
      office,
      '2027-10-01',
      '09:10 18:00',
      'late | late | 530/10/0/0',
    ],
    [
      'no overtime rule, no overtime',
      { ...office, workdayOvertime: null },
      monday,
      '06:00 23:00',
      'normal | normal | 1020/0/0/0',
    ],
    [
      'before the earliest punch is the day before',
      office,
      monday,
      '04:59:59.999 18:00',
      'missed-punch | missedPunch | 0/0/0/0',
    ],
    ['the earliest punch itself is of the day', office, monday, '05:00 18:00', 'normal | normal | 780/0/0/0'],
    [
      'after midnight is still the day',
      office,
      monday,
      '09:00 +04:59',
      'workday-overtime | normal workdayOvertime | 1199/0/0/659',
    ],
    ['a night over midnight', night, monday, '21:58 +06:02', 'normal | normal | 484/0/0/0'],
    ['a night, late after midnight', night, monday, '+00:30 +06:00', 'late | late | 330/150/0/0'],
    ['a night, gone before the morning', night, monday, '22:00 +05:00', 'early-leave | earlyLeave | 420/0/60/0'],
    [
      'the evening before the next night is that night’s',
      night,
      monday,
      '22:00 +20:00',
      'missed-punch | missedPunch | 0/0/0/0',
    ],
  ] as const)('%s', (_title, rule, on, times, expected) => {
    expect(brief(evaluate(rule as AttendanceRule, on, times))).toBe(expected)
  })

  it.each([
    [
      'clocks go forward in the night: 22:00 to 06:00 is seven hours',
      '2026-03-28',
      '22:00 +06:00',
      'normal | normal | 420/0/0/0',
    ],
    ['clocks go back in the night: it is nine', '2026-10-24', '22:00 +06:00', 'normal | normal | 540/0/0/0'],
  ] as const)('%s', (_title, on, times, expected) => {
    const berlin: AttendanceRule = {
      ...night,
      timeZone: 'Europe/Berlin',
      workingWeekdays: [6],
      holidays: [],
      specialWorkingDays: [],
    }
    expect(brief(evaluate(berlin, on, times))).toBe(expected)
  })

  it('A day of another zone is counted by that zone’s clock', () => {
    const tokyo = { ...office, timeZone: 'Asia/Tokyo' }
    const punches = ['2026-06-01T00:10:00Z', '2026-06-01T09:00:00Z'].map(
      (at) => Temporal.Instant.from(at).epochMilliseconds,
    )
    expect(brief(evaluateDay(tokyo, planDay(tokyo, monday, tokyo), punches, long))).toBe('late | late | 530/10/0/0')
    expect(brief(evaluateDay(office, planDay(office, monday, office), punches, long))).toBe(
      'early-leave | earlyLeave | 530/0/60/0',
    )
  })

  it('A day ends when the next day begins, also where the rule changes between them', () => {
    const later = { ...office, earliestPunchMinute: 7 * 60 }
    const plan = planDay(office, monday, later)
    expect(plan.endsAtMs).toBe(planDay(later, '2026-06-02', later).startsAtMs)
    expect(
      evaluateDay(office, plan, [ms(monday, '09:00', office.timeZone), ms(monday, '+06:30', office.timeZone)], long)
        .punchCount,
    ).toBe(2)
  })

  it('A day gives its reasons in the order in which the rules are evaluated', () => {
    expect(evaluate(office, monday, '09:03 18:30').reasons).toEqual([
      'working-day',
      'late-forgiven',
      'stayed-to-the-end',
      'overtime-too-few-hours',
    ])
    expect(evaluate(office, monday, '').reasons).toEqual(['working-day', 'no-punch'])
    expect(evaluate(office, '2026-10-01', '08:00 13:00').reasons).toEqual(['holiday', 'overtime'])
  })

  it('A day claims nothing before its end that later punches could change', () => {
    const at = (time: string) => ms(monday, time, office.timeZone)
    expect(evaluate(office, monday, '', at('12:00'))).toMatchObject({ verdict: 'none', isProvisional: true })
    expect(evaluate(office, monday, '09:30', at('12:00'))).toMatchObject({
      verdict: 'late',
      isProvisional: true,
      lateMinutes: 30,
    })
    expect(evaluate(office, monday, '09:00 11:00', at('12:00')).verdict).toBe('none')
    expect(evaluate(office, monday, '08:50 19:30', at('20:00')).verdict).toBe('workday-overtime')
    expect(evaluate(office, monday, '', at('+04:59'))).toMatchObject({ verdict: 'none', isProvisional: true })
    expect(evaluate(office, monday, '', at('+05:00'))).toMatchObject({ verdict: 'absence', isProvisional: false })
  })

  it('A day can have 500 punches', () => {
    const start = ms(monday, '09:00', office.timeZone)
    const punches = Array.from({ length: 500 }, (_, n) => start + n * 60_000)
    expect(evaluateDay(office, planDay(office, monday, office), punches, long)).toMatchObject({
      punchCount: 500,
      workedMinutes: 499,
    })
  })
})

const anyPunches = fc.array(fc.integer({ min: -300, max: 3000 }), { maxLength: 8 })
const anyRule = fc.constantFrom(
  office,
  night,
  { ...office, punchesPerDay: 1 as const },
  { ...office, timeZone: 'America/New_York' },
)
const anyDate = fc
  .integer({ min: 0, max: 400 })
  .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString())
const near = (plan: { startsAtMs: number }, minutes: readonly number[]) =>
  minutes.map((minute) => plan.startsAtMs + minute * 60_000)

describe('laws of a day', () => {
  it('the order of punches does not matter, nor does asking twice', () => {
    fc.assert(
      fc.property(anyRule, anyDate, anyPunches, (rule, on, minutes) => {
        const plan = planDay(rule, on, rule)
        const punches = near(plan, minutes)
        const day = evaluateDay(rule, plan, punches, long)
        expect(evaluateDay(rule, plan, punches.toReversed(), long)).toEqual(day)
        expect(evaluateDay(rule, plan, [...punches, ...punches], long)).toEqual(day)
      }),
    )
  })

  it('a punch between the first and the last changes nothing but their number', () => {
    fc.assert(
      fc.property(
        anyRule,
        anyDate,
        fc.array(fc.integer({ min: 0, max: 1200 }), { minLength: 2, maxLength: 6 }),
        (rule, on, minutes) => {
          const plan = planDay(rule, on, rule)
          const punches = near(plan, minutes)
          const ends = [Math.min(...punches), Math.max(...punches)]
          fc.pre(ends[0] !== ends[1])
          const all = evaluateDay(rule, plan, punches, long)
          expect({ ...evaluateDay(rule, plan, ends, long), punchCount: all.punchCount }).toEqual(all)
        },
      ),
    )
  })

  it('punches of other days change nothing, and every instant is in exactly one day', () => {
    fc.assert(
      fc.property(anyRule, anyDate, fc.integer({ min: 0, max: 2879 }), (rule, on, minute) => {
        const days = [-1, 0, 1, 2].map((add) =>
          planDay(rule, Temporal.PlainDate.from(on).add({ days: add }).toString(), rule),
        )
        const at = near(days[1] ?? { startsAtMs: 0 }, [minute])
        expect(days.filter((plan) => evaluateDay(rule, plan, at, long).punchCount === 1)).toHaveLength(1)
      }),
    )
  })

  it('[ATT-04] the facts of a month are the sum of its days, in any order', () => {
    fc.assert(
      fc.property(anyRule, fc.array(fc.tuple(anyDate, anyPunches), { maxLength: 31 }), (rule, month) => {
        const days = month.map(([on, minutes]) => {
          const plan = planDay(rule, on, rule)
          return evaluateDay(rule, plan, near(plan, minutes), long)
        })
        const sum = sumDays(days)
        expect(sumDays(days.toReversed())).toEqual(sum)
        const parts = [sumDays(days.slice(0, 7)), sumDays(days.slice(7))]
        for (const key of Object.keys(sum) as (keyof typeof sum)[])
          expect(sum[key]).toBe(parts.reduce((total, part) => total + part[key], 0))
        expect(sum.normal + sum.absence + sum.missedPunch).toBeLessThanOrEqual(days.length)
      }),
    )
  })

  it('the verdict never contradicts the facts', () => {
    fc.assert(
      fc.property(anyRule, anyDate, anyPunches, (rule, on, minutes) => {
        const plan = planDay(rule, on, rule)
        const { verdict, facts, lateMinutes, earlyLeaveMinutes } = evaluateDay(rule, plan, near(plan, minutes), long)
        expect(facts.late).toBe(lateMinutes > 0)
        expect(facts.earlyLeave).toBe(earlyLeaveMinutes > 0)
        expect(verdict.includes('late')).toBe(facts.late || (verdict === 'late-and-early-leave' && facts.earlyLeave))
        expect(verdict === 'none').toBe(!attendanceFacts.some((fact) => facts[fact]))
        expect(facts.normal && (facts.late || facts.earlyLeave || facts.absence || facts.missedPunch)).toBe(false)
      }),
    )
  })
})

describe('[ATT-01] a rule that nobody could keep', () => {
  it.each([
    [
      'work begins before the earliest punch',
      { earliestPunchMinute: 600, workStartMinute: 540 },
      'starts-before-earliest',
    ],
    [
      'the night ends after the next day has begun',
      { workStartMinute: 600, workEndMinute: 400, earliestPunchMinute: 300 },
      'ends-after-day',
    ],
    ['the tolerance is as long as the work', { lateToleranceMinutes: 540 }, 'tolerance-too-long'],
    ['so is the other', { earlyLeaveToleranceMinutes: 541 }, 'tolerance-too-long'],
    [
      'overtime begins before the end of work',
      { workdayOvertime: { minMinutes: 0, notBeforeMinute: 1079 } },
      'overtime-before-end',
    ],
    ['overtime at the end of work is well', { workdayOvertime: { minMinutes: 0, notBeforeMinute: 1080 } }, undefined],
    ['overtime after midnight is well', { workdayOvertime: { minMinutes: 0, notBeforeMinute: 60 } }, undefined],
    ['a night is well', night, undefined],
    ['the office is well', {}, undefined],
  ] as const)('%s', (_title, change, problem) => {
    expect(findRuleProblem({ ...office, ...(change as Partial<AttendanceRule>) })).toBe(problem)
  })
})

it('every verdict has the number of the reference', () => {
  expect(attendanceVerdicts.map((verdict) => attendanceVerdictCodes[verdict])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 127])
})
