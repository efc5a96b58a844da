import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, datesBetween } from '../calendar/dates.ts'
import type { DayResult } from './evaluate-day.ts'
import {
  type Assignment,
  type EvaluatedDay,
  evaluatePeriod,
  type Period,
  type Punch,
  splitByRule,
} from './evaluate-period.ts'
import { createRuleTimeline, type RuleSettings, type StoredVersion } from './rule-timeline.ts'
import { sumDays } from './sum-days.ts'
import { attendanceFacts } from './vocabulary.ts'

const office: RuleSettings = {
  timeZone: null,
  workingWeekdays: [1, 2, 3, 4, 5],
  punchesPerDay: 2,
  earliestPunchMinute: 5 * 60,
  workStartMinute: 9 * 60,
  workEndMinute: 18 * 60,
  lateToleranceMinutes: 5,
  earlyLeaveToleranceMinutes: 5,
  workdayOvertime: { minMinutes: 10 * 60, notBeforeMinute: 19 * 60 },
  holidayOvertime: { minMinutes: 4 * 60, notBeforeMinute: null },
  holidays: [],
  specialWorkingDays: [],
}
const night: RuleSettings = { ...office, earliestPunchMinute: 20 * 60, workStartMinute: 22 * 60, workEndMinute: 6 * 60 }
const zone = 'Asia/Shanghai'
const monday = '2026-06-01'
const [tuesday, wednesday, thursday] = [1, 2, 3].map((days) => addDays(monday, days)) as [string, string, string]
const over = Date.UTC(2100, 0, 1)

const version = (ruleId: string, settings: RuleSettings, change: Partial<StoredVersion> = {}): StoredVersion => ({
  ruleId,
  version: 1,
  effectiveOn: '2026-01-01',
  settings,
  deviceIds: null,
  ...change,
})
const msAt = (on: string, time: string) =>
  Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
const at = (on: string, time: string, change: Partial<Punch> = {}): Punch => ({
  atMs: msAt(on, time),
  isField: false,
  hasDoubtfulTime: false,
  ...change,
})
const inRule = (ruleId: string, fromOn: string, toOn: string | null = null): Assignment => ({
  personId: 'ann',
  ruleId,
  fromOn,
  toOn,
})

type Case = {
  versions?: readonly StoredVersion[]
  assignments?: readonly Assignment[]
  punches?: readonly Punch[]
  period?: Partial<Period>
}
/** The days of everybody, from the punches that the parts of the period ask for. */
function evaluate({
  versions = [version('office', office), version('night', night)],
  assignments = [inRule('office', '2026-01-01')],
  punches = [],
  period = {},
}: Case): EvaluatedDay[] {
  const timeline = createRuleTimeline(versions, () => zone)
  const parts = splitByRule(timeline, assignments, { fromOn: monday, toOn: monday, asOfMs: over, ...period })
  return parts.flatMap((part) => {
    const needed = punches.filter(({ atMs }) => part.startsAtMs <= atMs && atMs < part.endsAtMs)
    return [...evaluatePeriod(timeline, part, new Map(part.members.map(({ personId }) => [personId, needed])))]
  })
}
const brief = ({ on, ruleId, ruleVersion, verdict, punchCount, ...day }: EvaluatedDay) =>
  [
    `${on.slice(8)} ${ruleId}${ruleVersion} ${verdict} ${punchCount}`,
    day.hasFieldPunch ? ' field' : '',
    day.hasDoubtfulTime ? ' doubtful' : '',
    day.isProvisional ? ' provisional' : '',
  ].join('')

describe('the evaluation of a period', () => {
  it.each<[string, Case, string[]]>([
    ['a day without a punch is an absence', {}, ['01 office1 absence 0']],
    [
      'a day with two punches is normal',
      { punches: [at(monday, '08:55'), at(monday, '18:05')] },
      ['01 office1 normal 2'],
    ],
    [
      'every date of the period has its day',
      { punches: [at(tuesday, '08:55'), at(tuesday, '18:05')], period: { toOn: wednesday } },
      ['01 office1 absence 0', '02 office1 normal 2', '03 office1 absence 0'],
    ],
    [
      'a punch before the day begins is of the day before',
      { punches: [at(monday, '09:00'), at(tuesday, '04:59')], period: { toOn: tuesday } },
      ['01 office1 workday-overtime 2', '02 office1 absence 0'],
    ],
    [
      'a punch at the instant a day begins is of that day',
      { punches: [at(tuesday, '05:00')], period: { toOn: tuesday } },
      ['01 office1 absence 0', '02 office1 missed-punch 1'],
    ],
    [
      'a person has no day before they came, and none from the day they left',
      { assignments: [inRule('office', tuesday, thursday)], period: { toOn: thursday } },
      ['02 office1 absence 0', '03 office1 absence 0'],
    ],
    [
      'a day that has not begun has no result',
      {
        punches: [at(monday, '08:55'), at(tuesday, '08:55')],
        period: { toOn: wednesday, asOfMs: msAt(tuesday, '04:59') },
      },
      ['01 office1 none 1 provisional'],
    ],
    [
      'a day under way has no result before somebody punched',
      { period: { toOn: tuesday, asOfMs: msAt(tuesday, '12:00') } },
      ['01 office1 absence 0'],
    ],
    [
      'a day under way with a punch is provisional',
      { punches: [at(tuesday, '08:55')], period: { toOn: tuesday, asOfMs: msAt(tuesday, '12:00') } },
      ['01 office1 absence 0', '02 office1 none 1 provisional'],
    ],
    [
      'one punch in the field marks the day',
      { punches: [at(monday, '08:55', { isField: true }), at(monday, '18:05')] },
      ['01 office1 normal 2 field'],
    ],
    [
      'one punch of a doubtful time marks the day',
      { punches: [at(monday, '08:55'), at(monday, '18:05', { hasDoubtfulTime: true })] },
      ['01 office1 normal 2 doubtful'],
    ],
    [
      'a new version of a rule counts from its date',
      {
        versions: [
          version('office', office),
          version('office', { ...office, punchesPerDay: 1 }, { version: 2, effectiveOn: tuesday }),
        ],
        punches: [at(monday, '08:55'), at(tuesday, '08:55')],
        period: { toOn: tuesday },
      },
      ['01 office1 missed-punch 1', '02 office2 normal 1'],
    ],
    [
      'the last day before a move ends when the day of the next rule begins',
      {
        assignments: [inRule('office', '2026-01-01', tuesday), inRule('night', tuesday)],
        punches: [at(monday, '08:55'), at(tuesday, '12:00')],
        period: { toOn: tuesday, asOfMs: msAt(tuesday, '21:00') },
      },
      ['01 office1 workday-overtime 2'],
    ],
    [
      'the last day before a gap ends as if the same rule went on',
      {
        assignments: [inRule('office', '2026-01-01', tuesday), inRule('night', wednesday)],
        punches: [at(monday, '08:55'), at(tuesday, '12:00')],
        period: { toOn: tuesday },
      },
      ['01 office1 missed-punch 1'],
    ],
  ])('%s', (_title, given, expected) => {
    expect(evaluate(given).map(brief)).toEqual(expected)
  })

  it('The evaluation of a period asks of each part for the punches of its devices alone', () => {
    const versions = [
      version('office', office, { deviceIds: ['gate'] }),
      version('office', office, { version: 2, effectiveOn: tuesday, deviceIds: null }),
    ]
    const timeline = createRuleTimeline(versions, () => zone)
    const parts = splitByRule(timeline, [inRule('office', monday)], { fromOn: monday, toOn: wednesday, asOfMs: over })
    expect(parts.map((part) => [part.version.deviceIds, part.dates])).toEqual([
      [['gate'], [monday]],
      [null, [tuesday, wednesday]],
    ])
  })
})

const minute = fc.integer({ min: 0, max: 1439 })
const settings: fc.Arbitrary<RuleSettings> = fc.record({
  timeZone: fc.constantFrom(null, 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'),
  workingWeekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
  punchesPerDay: fc.constantFrom<1 | 2>(1, 2),
  earliestPunchMinute: minute,
  workStartMinute: minute,
  workEndMinute: minute,
  lateToleranceMinutes: fc.integer({ min: 0, max: 60 }),
  earlyLeaveToleranceMinutes: fc.integer({ min: 0, max: 60 }),
  workdayOvertime: fc.option(fc.record({ minMinutes: minute, notBeforeMinute: fc.option(minute) })),
  holidayOvertime: fc.option(fc.record({ minMinutes: minute, notBeforeMinute: fc.option(minute) })),
  holidays: fc.constant([]),
  specialWorkingDays: fc.constant([]),
})
const dates = datesBetween('2026-03-24', '2026-04-03')
const startMs = Date.UTC(2026, 2, 23)
const anyDate = fc.constantFrom(...dates)
const anyPunch: fc.Arbitrary<Punch> = fc.record({
  atMs: fc.integer({ min: startMs, max: startMs + 13 * 86_400_000 }),
  isField: fc.boolean(),
  hasDoubtfulTime: fc.boolean(),
})
/** A person who moves from one rule to another on a date, over days on which clocks change. */
const anyCase = fc
  .record({
    settings: fc.tuple(settings, settings, settings),
    changesOn: anyDate,
    movesOn: anyDate,
    punches: fc.array(anyPunch, { maxLength: 40 }),
    asOfMs: fc.integer({ min: startMs, max: startMs + 20 * 86_400_000 }),
  })
  .map(({ settings: [first, second, other], changesOn, movesOn, punches, asOfMs }) => ({
    versions: [
      version('office', first),
      version('office', second, { version: 2, effectiveOn: changesOn }),
      version('night', other),
    ],
    assignments: [inRule('office', '2026-01-01', movesOn), inRule('night', movesOn)],
    punches,
    period: { fromOn: dates[0] ?? '', toOn: dates.at(-1) ?? '', asOfMs },
  }))

describe('laws of the evaluation of a period', () => {
  it('the order of punches does not matter', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const expected = evaluate(one)
        expect(evaluate({ ...one, punches: one.punches.toReversed() })).toEqual(expected)
        expect(evaluate({ ...one, punches: one.punches.toSorted((a, b) => a.atMs - b.atMs) })).toEqual(expected)
      }),
    )
  })

  it('the same question gives the same result twice', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        expect(evaluate(one)).toEqual(evaluate(one))
      }),
    )
  })

  it('a date evaluated alone has the result that it has within the period', () => {
    fc.assert(
      fc.property(anyCase, anyDate, (one, on) => {
        const within = evaluate(one).filter((day) => day.on === on)
        expect(evaluate({ ...one, period: { ...one.period, fromOn: on, toOn: on } })).toEqual(within)
      }),
    )
  })

  it('no date has two results, and the totals are the sums of the rows', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const days = evaluate(one)
        expect(new Set(days.map(({ on }) => on)).size).toBe(days.length)
        const sum = sumDays(days)
        for (const fact of attendanceFacts) expect(sum[fact]).toBe(days.filter((day) => day.facts[fact]).length)
        const minutes = (read: (day: DayResult) => number) => days.map(read).reduce((a, b) => a + b, 0)
        expect(sum.workedMinutes).toBe(minutes((day) => day.workedMinutes))
        expect(sum.lateMinutes).toBe(minutes((day) => day.lateMinutes))
        expect(sum.earlyLeaveMinutes).toBe(minutes((day) => day.earlyLeaveMinutes))
        expect(sum.overtimeMinutes).toBe(minutes((day) => day.overtimeMinutes))
      }),
    )
  })
})
