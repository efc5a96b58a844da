import { describe, expect, it } from 'vitest'
import { mayPass } from './may-pass.ts'
import type { KnownPerson, PassageQuestion, PassageVerdict } from './may-pass.ts'
import type { MinuteRange, Timetable } from './timetable.ts'
import { type Direction, passageReasonCodes } from './vocabulary.ts'

/** Passes, cards and PINs are evaluated before anybody asks whether their person may pass; several entries in entries-of-face.test.ts. */
const evaluatedElsewhere = /^(?:(?:pass|card|pin)-|entries-of-one-face)/

const hours = (start: number, end: number): MinuteRange => ({ startMinute: start * 60, endMinute: end * 60 })
const everyDay = (...r: MinuteRange[]): Timetable['week'] => [r, r, r, r, r, r, r]
const timetable = (id: string, week: Timetable['week'], more: Partial<Timetable> = {}): Timetable => ({
  id,
  name: id,
  validFromOn: null,
  validToOn: null,
  week,
  holiday: [],
  holidays: [],
  ...more,
})

const timetables = [
  timetable('day', everyDay(hours(8, 20)), {
    holiday: [hours(10, 12)],
    holidays: [
      { on: '2020-10-01', isYearly: true, remark: 'National Day' },
      { on: '2024-02-29', isYearly: true, remark: 'Leap day' },
    ],
  }),
  timetable('night', everyDay(hours(0, 6), hours(22, 24))),
  timetable('2 to 3', everyDay(hours(2, 3))),
  timetable('1 to 2', everyDay(hours(1, 2))),
  timetable('never', everyDay()),
  timetable('over', everyDay(hours(0, 24)), { validToOn: '2025-12-31' }),
]

const forEver = { validFromMs: null, validToMs: null }
const ms = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds
const staff: KnownPerson = { kind: 'staff', groupIds: ['staff'], ...forEver }
const visitor: KnownPerson = {
  kind: 'visitor',
  groupIds: ['guests'],
  validFromMs: ms('2026-06-01T09:00+08:00'),
  validToMs: ms('2026-06-01T17:00+08:00'),
}
const both: KnownPerson = { ...staff, groupIds: ['staff', 'cleaners'] }
const outsider: KnownPerson = { ...staff, groupIds: ['elsewhere'] }
const blacklisted: KnownPerson = { kind: 'blacklisted', groupIds: ['banned'], ...forEver }

const day = { fromMs: ms('2026-06-01T00:00+08:00'), toMs: ms('2026-06-02T00:00+08:00') }
const suspended: KnownPerson = { ...staff, suspensions: [day] }

interface Case {
  who?: PassageQuestion['subject']
  /** ISO with offset; null is a clock that was never set; default Monday noon in Shanghai */
  at?: string | null
  direction?: Direction
  zone?: string
  device?: Partial<PassageQuestion['device']>
  /** `group > timetable, …`: the device's policies, with ids p1, p2, … */
  by?: string
}

function ask({
  who = staff,
  at = '2026-06-01T12:00+08:00',
  zone = 'Asia/Shanghai',
  direction,
  device = {},
  by = '',
}: Case): PassageVerdict {
  const policies = by
    .split(', ')
    .filter(Boolean)
    .map((text, index) => {
      const [groupId = '', timetableId = ''] = text.split(' > ')
      return { id: `p${index + 1}`, groupId, timetableId }
    })
  const boundGroupIds = ['guests', 'cleaners', 'staff', 'banned']
  return mayPass({
    atMs: at === null ? null : ms(at),
    timeZone: zone,
    direction,
    subject: who,
    device: { isRunning: true, opensForBlacklisted: false, boundGroupIds, ...device },
    policies,
    timetables,
  })
}

/** `opens staff | group-bound period-holds inside-range`, or with what was abnormal in place of `opens` */
function inWords({ opens, recordedAs, abnormal, reasons }: PassageVerdict): string {
  return `${opens ? 'opens' : abnormal} ${recordedAs} | ${reasons.map(({ code }) => code).join(' ')}`
}

const bound = 'group-bound'
const known = 'group-bound period-holds'
const allowed = `opens staff | ${known} inside-range`
const closed = `outside-passage-time staff | ${known} outside-ranges`

// One case, one line.
// oxfmt-ignore
const cases: [title: string, question: Case, verdict: string][] = [
  // The person at this device
  ['staff of a bound group without a policy pass', {}, `opens staff | ${known} group-without-policy`],
  ['without a policy the middle of the night is no exception', { at: '2026-06-01T03:00+08:00' }, `opens staff | ${known} group-without-policy`],
  ['a group that is not bound makes a stranger', { who: outsider }, 'stranger stranger | no-group-bound'],
  ['a policy does not bind a group', { who: outsider, by: 'elsewhere > day' }, 'stranger stranger | no-group-bound'],
  ['a visitor whose group is not bound is a stranger', { who: visitor, device: { boundGroupIds: ['staff'] } }, 'stranger stranger | no-group-bound'],
  ['a blacklisted person whose group is not bound is a stranger', { who: blacklisted, device: { boundGroupIds: ['staff'] } }, 'stranger stranger | no-group-bound'],
  ['a person without groups is a stranger', { who: { ...staff, groupIds: [] } }, 'stranger stranger | no-group-bound'],
  ['a device without groups knows nobody', { device: { boundGroupIds: [] } }, 'stranger stranger | no-group-bound'],
  ['one bound group of several is enough', { who: { ...staff, groupIds: ['elsewhere', 'staff'] } }, `opens staff | ${known} group-without-policy`],
  ['an unknown face is a stranger', { who: { kind: 'stranger' } }, 'stranger stranger | face-not-known'],
  ['a face that two people have is a stranger who is called that', { who: { kind: 'stranger', tooAlikeIds: ['a', 'b'] } }, 'stranger stranger | faces-too-alike'],
  ['a photograph held up is refused', { who: { kind: 'spoof' } }, 'spoof spoof | face-not-live'],
  ['who was asked to blink and did not is refused as that', { who: { kind: 'spoof', missed: 'blink' } }, 'spoof spoof | blink-missed'],
  ['who was asked to turn their head', { who: { kind: 'spoof', missed: 'turn' } }, 'spoof spoof | turn-missed'],
  ['who was asked to open their mouth', { who: { kind: 'spoof', missed: 'mouth' } }, 'spoof spoof | mouth-missed'],

  // The device
  ['a device out of service refuses staff', { device: { isRunning: false } }, `device-out-of-service staff | ${bound} device-out-of-service`],
  ['a device out of service refuses visitors, and records them as such', { who: visitor, device: { isRunning: false } }, `device-out-of-service visitor | ${bound} device-out-of-service`],
  ['a device out of service still tells a spoof', { who: { kind: 'spoof' }, device: { isRunning: false } }, 'spoof spoof | face-not-live'],

  // The blacklist
  ['a blacklisted person is refused', { who: blacklisted }, `blacklisted blacklisted | ${bound} blacklist-refuses`],
  ['a blacklisted person is refused whatever a policy says', { who: blacklisted, by: 'banned > day' }, `blacklisted blacklisted | ${bound} blacklist-refuses`],
  ['a blacklisted person is refused even as a member of a staff group', { who: { ...blacklisted, groupIds: ['banned', 'staff'] } }, `blacklisted blacklisted | ${bound} blacklist-refuses`],
  ['a blacklisted person passes where the device opens for them', { who: blacklisted, device: { opensForBlacklisted: true } }, `opens blacklisted | ${bound} blacklist-overruled-by-device period-holds group-without-policy`],
  ['a device that opens for the blacklisted still keeps to the timetable', { who: blacklisted, device: { opensForBlacklisted: true }, by: 'banned > never' }, `outside-passage-time blacklisted | ${bound} blacklist-overruled-by-device period-holds outside-ranges`],
  ['a device that opens for the blacklisted still keeps to the period', { who: { ...blacklisted, validToMs: 0 }, device: { opensForBlacklisted: true } }, `outside-validity blacklisted | ${bound} blacklist-overruled-by-device period-over`],
  ['a device that opens for the blacklisted treats staff as ever', { device: { opensForBlacklisted: true } }, `opens staff | ${known} group-without-policy`],

  // Suspension, and people who have left
  ['a suspended person does not come in', { who: suspended }, `suspended staff | ${bound} suspended`],
  ['a suspended visitor is refused as suspended', { who: { ...visitor, suspensions: [day] } }, `suspended visitor | ${bound} suspended`],
  ['a suspended person does not come in whatever a policy says', { who: suspended, by: 'staff > day' }, `suspended staff | ${bound} suspended`],
  ['a suspension begins with its first instant', { who: suspended, at: '2026-06-01T00:00+08:00' }, `suspended staff | ${bound} suspended`],
  ['a suspension does not begin a millisecond early', { who: suspended, at: '2026-05-31T23:59:59.999+08:00' }, `opens staff | ${known} group-without-policy`],
  ['a suspension is over at its end', { who: suspended, at: '2026-06-02T00:00+08:00' }, `opens staff | ${known} group-without-policy`],
  ['a suspension without an end lasts', { who: { ...staff, suspensions: [{ ...day, toMs: null }] }, at: '2030-01-01T00:00Z' }, `suspended staff | ${bound} suspended`],
  ['one of several suspensions is enough', { who: { ...staff, suspensions: [{ fromMs: 0, toMs: 1 }, day] } }, `suspended staff | ${bound} suspended`],
  ['a suspension whose times are no numbers refuses', { who: { ...staff, suspensions: [{ fromMs: Number.NaN, toMs: Number.NaN }] } }, `suspended staff | ${bound} suspended`],
  ['a suspended person may go out', { who: suspended, direction: 'exit' }, `opens staff | ${bound} suspended-may-leave period-holds group-without-policy`],
  ['a suspended person goes out within the timetable only, like anybody else', { who: suspended, direction: 'exit', by: 'staff > never' }, `outside-passage-time staff | ${bound} suspended-may-leave period-holds outside-ranges`],
  ['a suspended person does not pass a reader that does not know the direction', { who: suspended, direction: 'both' }, `suspended staff | ${bound} suspended`],
  ['a suspended person does not pass a reader that leads in', { who: suspended, direction: 'entry' }, `suspended staff | ${bound} suspended`],
  ['a device that opens for the blacklisted does not open for the suspended', { who: { ...blacklisted, suspensions: [day] }, device: { opensForBlacklisted: true } }, `suspended blacklisted | ${bound} blacklist-overruled-by-device suspended`],
  ['a person who has left does not come in', { who: { ...staff, leftMs: day.fromMs } }, `left staff | ${bound} left`],
  ['a person who has left may go out', { who: { ...staff, leftMs: day.fromMs }, direction: 'exit' }, `opens staff | ${bound} left-may-leave period-holds group-without-policy`],
  ['a person who has left goes out within the timetable only, like anybody else', { who: { ...staff, leftMs: day.fromMs }, direction: 'exit', by: 'staff > never' }, `outside-passage-time staff | ${bound} left-may-leave period-holds outside-ranges`],
  ['a person who has left does not pass a reader that does not know the direction', { who: { ...staff, leftMs: day.fromMs }, direction: 'both' }, `left staff | ${bound} left`],
  ['a person who has left does not pass a reader that leads in', { who: { ...staff, leftMs: day.fromMs }, direction: 'entry' }, `left staff | ${bound} left`],
  ['a visitor who has left does not go out after their period', { who: { ...visitor, leftMs: 0, validToMs: 0 }, direction: 'exit' }, `visitor-outside-validity visitor | ${bound} left-may-leave period-over`],
  ['a person passes until the instant they leave', { who: { ...staff, leftMs: ms('2026-06-01T12:00:00.001+08:00') } }, `opens staff | ${known} group-without-policy`],
  ['a person has left from that instant on', { who: { ...staff, leftMs: ms('2026-06-01T12:00+08:00') } }, `left staff | ${bound} left`],
  ['a leaving date that is no number refuses', { who: { ...staff, leftMs: Number.NaN } }, `left staff | ${bound} left`],
  ['a suspended person who has left is called suspended on the way in', { who: { ...suspended, leftMs: 0 } }, `suspended staff | ${bound} suspended`],
  ['a suspended person who has left may go out', { who: { ...suspended, leftMs: 0 }, direction: 'exit' }, `opens staff | ${bound} left-may-leave period-holds group-without-policy`],
  ['a person who has left is called that before their period is asked', { who: { ...visitor, leftMs: 0, validToMs: 0 } }, `left visitor | ${bound} left`],

  // The period
  ['a visitor passes during the visit', { who: visitor }, `opens visitor | ${known} group-without-policy`],
  ['a visit begins with its first instant', { who: visitor, at: '2026-06-01T09:00+08:00' }, `opens visitor | ${known} group-without-policy`],
  ['a visit does not begin a millisecond early', { who: visitor, at: '2026-06-01T08:59:59.999+08:00' }, `visitor-outside-validity visitor | ${bound} period-not-started`],
  ['a visit lasts to its last millisecond', { who: visitor, at: '2026-06-01T16:59:59.999+08:00' }, `opens visitor | ${known} group-without-policy`],
  ['a visit is over at its end', { who: visitor, at: '2026-06-01T17:00+08:00' }, `visitor-outside-validity visitor | ${bound} period-over`],
  ['a visit is over whatever a policy says', { who: visitor, at: '2026-06-01T18:00+08:00', by: 'guests > day' }, `visitor-outside-validity visitor | ${bound} period-over`],
  ['a visitor passes within the timetable only', { who: visitor, by: 'guests > night' }, `outside-passage-time visitor | ${known} outside-ranges`],
  ['staff who have left are outside their validity', { who: { ...staff, validToMs: ms('2026-06-01T00:00Z') } }, `outside-validity staff | ${bound} period-over`],
  ['staff who start tomorrow are outside their validity', { who: { ...staff, validFromMs: ms('2026-06-02T00:00Z') } }, `outside-validity staff | ${bound} period-not-started`],
  ['a beginning that is no number refuses', { who: { ...staff, validFromMs: Number.NaN } }, `outside-validity staff | ${bound} period-not-started`],
  ['an end that is no number refuses', { who: { ...staff, validToMs: Number.NaN } }, `outside-validity staff | ${bound} period-over`],
  ['a period may have a beginning only', { who: { ...staff, validFromMs: 0 } }, `opens staff | ${known} group-without-policy`],

  // Policies and timetables
  ['a range lets in', { by: 'staff > day' }, allowed],
  ['a door open to 20:00 lets in at 19:59', { at: '2026-06-01T19:59:59.999+08:00', by: 'staff > day' }, allowed],
  ['a door open to 20:00 refuses at 20:00', { at: '2026-06-01T20:00+08:00', by: 'staff > day' }, closed],
  ['a door open to 20:00 refuses at 20:01', { at: '2026-06-01T20:01+08:00', by: 'staff > day' }, closed],
  ['a door open to 24:00 lets in at 23:59:59', { at: '2026-06-01T23:59:59+08:00', by: 'staff > night' }, allowed],
  ['the next day’s first range lets in at midnight', { at: '2026-06-02T00:00+08:00', by: 'staff > night' }, allowed],
  ['a timetable of empty rows never opens', { by: 'staff > never' }, closed],
  ['a timetable past its dates never opens', { by: 'staff > over' }, `outside-passage-time staff | ${known} timetable-not-in-force`],
  ['a policy of another group says nothing', { by: 'guests > never' }, `opens staff | ${known} group-without-policy`],
  ['of two policies one open is enough', { by: 'staff > night, staff > day' }, allowed],
  ['of two closed policies both are named', { by: 'staff > night, staff > never' }, `${closed} outside-ranges`],
  ['of two groups one open is enough', { who: both, by: 'staff > night, cleaners > day' }, allowed],
  ['of two groups one without a policy is enough', { who: both, by: 'staff > never' }, `opens staff | ${known} group-without-policy`],
  ['of two closed groups both are named', { who: both, by: 'staff > night, cleaners > never' }, `${closed} outside-ranges`],
  ['a timetable not there yet opens nothing', { by: 'staff > lost' }, `timetable-unknown staff | ${known} timetable-unknown`],
  ['a timetable not there yet closes nothing', { by: 'staff > lost, staff > day' }, allowed],
  ['a timetable not there yet makes a refusal uncertain', { by: 'staff > never, staff > lost' }, `timetable-unknown staff | ${known} outside-ranges timetable-unknown`],

  // Holidays
  ['a holiday has its own hours', { at: '2026-10-01T11:00+08:00', by: 'staff > day' }, allowed],
  ['a holiday’s hours take the weekday’s place', { at: '2026-10-01T15:00+08:00', by: 'staff > day' }, closed],
  ['a holiday counts in its own timetable only', { at: '2026-10-01T23:00+08:00', by: 'staff > day, staff > night' }, allowed],
  ['29 February is a holiday in a leap year', { at: '2028-02-29T15:00+08:00', by: 'staff > day' }, closed],
  ['1 March is no holiday in another year', { at: '2027-03-01T15:00+08:00', by: 'staff > day' }, allowed],

  // The wall clock where the device hangs
  ['noon in Shanghai is 6 in Berlin', { zone: 'Europe/Berlin', by: 'staff > day' }, closed],
  ['the holiday has begun in Tokyo', { at: '2026-09-30T23:30Z', zone: 'Asia/Tokyo', by: 'staff > day' }, closed],
  ['the holiday has not begun in Honolulu', { at: '2026-10-01T05:00Z', zone: 'Pacific/Honolulu', by: 'staff > day' }, allowed],
  ['on a day of 23 hours 01:59 is before 2', { at: '2026-03-29T01:59:59+01:00', zone: 'Europe/Berlin', by: 'staff > 2 to 3' }, closed],
  ['on a day of 23 hours the range from 2 to 3 never comes', { at: '2026-03-29T03:00+02:00', zone: 'Europe/Berlin', by: 'staff > 2 to 3' }, closed],
  ['on a day of 23 hours it never comes in New York either', { at: '2026-03-08T03:00-04:00', zone: 'America/New_York', by: 'staff > 2 to 3' }, closed],
  ['on a day of 25 hours the range from 2 to 3 opens', { at: '2026-10-25T02:30+02:00', zone: 'Europe/Berlin', by: 'staff > 2 to 3' }, allowed],
  ['on a day of 25 hours it opens again an hour later', { at: '2026-10-25T02:30+01:00', zone: 'Europe/Berlin', by: 'staff > 2 to 3' }, allowed],
  ['on a day of 25 hours it is over at 3', { at: '2026-10-25T03:00+01:00', zone: 'Europe/Berlin', by: 'staff > 2 to 3' }, closed],
  ['on a day of 25 hours in New York the range from 1 to 2 opens', { at: '2026-11-01T01:59-04:00', zone: 'America/New_York', by: 'staff > 1 to 2' }, allowed],
  ['on a day of 25 hours in New York it opens again', { at: '2026-11-01T01:00-05:00', zone: 'America/New_York', by: 'staff > 1 to 2' }, allowed],

  // A clock that was never set
  ['without a clock, always is still always', { at: null }, `opens staff | ${known} group-without-policy`],
  ['without a clock a timetable cannot be read', { at: null, by: 'staff > day' }, `clock-unset staff | ${known} clock-unset`],
  ['without a clock a suspension cannot be evaluated', { at: null, who: suspended }, `clock-unset staff | ${bound} clock-unset`],
  ['without a clock a suspended person may still go out', { at: null, who: suspended, direction: 'exit' }, `opens staff | ${known} group-without-policy`],
  ['without a clock a leaving date cannot be evaluated', { at: null, who: { ...staff, leftMs: day.toMs } }, `clock-unset staff | ${bound} clock-unset`],
  ['without a clock a person with a leaving date may still go out', { at: null, who: { ...staff, leftMs: day.toMs }, direction: 'exit' }, `opens staff | ${known} group-without-policy`],
  ['without a clock a period cannot be evaluated', { at: null, who: visitor }, `clock-unset visitor | ${bound} clock-unset`],
]

describe('may pass', () => {
  it.each(cases)('[PASS-03] %s', (_title, question, verdict) => {
    expect(inWords(ask(question))).toBe(verdict)
  })

  it('[PASS-03] every reason there is appears in the table', () => {
    const given = new Set(cases.flatMap(([, question]) => ask(question).reasons.map(({ code }) => code)))
    // The reasons of passes have a table of their own, pass.test.ts.
    expect([...given].toSorted()).toEqual(
      passageReasonCodes.filter((code) => !evaluatedElsewhere.test(code)).toSorted(),
    )
  })

  it('[PASS-03] an opening names the group, the policy, the timetable, the row and the range', () => {
    expect(ask({ at: '2026-10-01T11:00+08:00', who: both, by: 'cleaners > never, staff > day' }).reasons).toEqual([
      { code: 'group-bound', groupIds: ['cleaners', 'staff'] },
      { code: 'period-holds', validFromMs: null, validToMs: null },
      {
        code: 'inside-range',
        groupId: 'staff',
        policyId: 'p2',
        timetableId: 'day',
        row: 'holiday',
        range: hours(10, 12),
      },
    ])
  })

  it('[PASS-03] a refusal names every policy that was asked', () => {
    expect(ask({ who: both, by: 'cleaners > never, staff > over, staff > lost' }).reasons.slice(2)).toEqual([
      { code: 'outside-ranges', groupId: 'cleaners', policyId: 'p1', timetableId: 'never', row: 1 },
      { code: 'timetable-not-in-force', groupId: 'staff', policyId: 'p2', timetableId: 'over', row: 1 },
      { code: 'timetable-unknown', groupId: 'staff', policyId: 'p3', timetableId: 'lost' },
    ])
  })

  it('[PASS-03] of several suspensions the refusal names the one that lasts longest', () => {
    const later = { fromMs: day.fromMs + 1, toMs: null }
    const last = { fromMs: day.fromMs + 2, toMs: null }
    const reasonsOf = (suspensions: KnownPerson['suspensions']) =>
      ask({ who: { ...staff, suspensions } }).reasons.at(-1)
    expect(reasonsOf([day, last, later])).toEqual({ code: 'suspended', ...later })
    expect(reasonsOf([day, { ...day, toMs: day.toMs - 1 }])).toEqual({ code: 'suspended', ...day })
  })

  it('[PASS-03] a period that is over says when it was', () => {
    const { validFromMs, validToMs } = visitor
    expect(ask({ who: visitor, at: '2026-06-02T12:00+08:00' }).reasons.at(-1)).toEqual({
      code: 'period-over',
      validFromMs,
      validToMs,
    })
  })

  it('The evaluation of a passage throws for a zone that does not exist, rather than open', () => {
    expect(() => ask({ zone: 'Mars/Olympus', by: 'staff > day' })).toThrow(RangeError)
  })
})
