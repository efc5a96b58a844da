import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localMoment } from '../calendar/local-moment.ts'
import { mayPass } from './may-pass.ts'
import type { KnownPerson, PassageQuestion } from './may-pass.ts'
import type { Timetable } from './timetable.ts'
import { directions, livenessChallenges, passageReasonCodes } from './vocabulary.ts'

/** Passes, cards and PINs are evaluated before anybody asks whether their person may pass. */
const evaluatedElsewhere = /^(?:(?:pass|card|pin)-|entries-of-one-face|faces-too-alike)/

// Small worlds on purpose: with few groups, few days and whole hours, things meet.
const groupId = fc.constantFrom('a', 'b', 'c', 'd')
const groupIds = fc.uniqueArray(groupId)
const mostly = fc.integer({ min: 0, max: 9 }).map((n) => n > 0)

const days = ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02', '2028-03-03', '2028-03-04']
const on = fc.constantFrom(...days)
const firstMs = Date.UTC(2028, 1, 27)
const atMs = fc.integer({ min: 0, max: days.length * 24 * 4 }).map((quarter) => firstMs + quarter * 900_000)
const validFromMs = fc.constantFrom(null, firstMs, firstMs + 86_400_000)
const validToMs = fc.constantFrom(null, firstMs + 5 * 86_400_000)

const range = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
  .map(([from, length]) => ({ startMinute: from * 60, endMinute: Math.min(24, from + length) * 60 }))
const day = fc.array(range, { maxLength: 3 })
const week = fc.tuple(day, day, day, day, day, day, day)
const holidays = fc.array(fc.record({ on, isYearly: fc.boolean(), remark: fc.constant('') }), { maxLength: 3 })

const timetable = (id: string): fc.Arbitrary<Timetable> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    validFromOn: fc.constantFrom(null, null, '2028-02-28'),
    validToOn: fc.constantFrom(null, null, '2028-03-02'),
    week,
    holiday: day,
    holidays,
  })

const policy = fc.record({ id: fc.uuid(), groupId, timetableId: fc.constantFrom('t1', 't2', 't3', 'not here') })

const suspension = fc.record({ fromMs: atMs, toMs: fc.option(atMs) })
const person: fc.Arbitrary<KnownPerson> = fc.record({
  kind: fc.constantFrom('staff', 'visitor', 'blacklisted'),
  groupIds,
  validFromMs,
  validToMs,
  suspensions: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(suspension, { maxLength: 3 })),
  leftMs: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, atMs),
})

const known = fc.record({
  atMs: fc.option(atMs, { freq: 20 }),
  timeZone: fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York'),
  direction: fc.constantFrom(undefined, ...directions),
  subject: person,
  device: fc.record({ isRunning: mostly, opensForBlacklisted: fc.boolean(), boundGroupIds: groupIds }),
  policies: fc.uniqueArray(policy, { maxLength: 8, selector: ({ id }) => id }),
  timetables: fc.tuple(timetable('t1'), timetable('t2'), timetable('t3')),
})

const face = fc.oneof(
  fc.record({ kind: fc.constant('stranger') }),
  fc.record({ kind: fc.constant('spoof'), missed: fc.constantFrom(undefined, ...livenessChallenges) }),
)
const anybody: fc.Arbitrary<PassageQuestion> = fc
  .tuple(known, fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, face))
  .map(([question, stranger]) => ({ ...question, subject: stranger ?? question.subject }))

const anyOrder = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...list], { minLength: list.length })

const reordered = (question: PassageQuestion): fc.Arbitrary<PassageQuestion> => {
  const { subject, device } = question
  return fc.record({
    atMs: fc.constant(question.atMs),
    timeZone: fc.constant(question.timeZone),
    direction: fc.constant(question.direction),
    subject:
      'groupIds' in subject
        ? fc
            .tuple(anyOrder(subject.groupIds), anyOrder(subject.suspensions ?? []))
            .map(([ids, suspensions]) => ({ ...subject, groupIds: ids, suspensions }))
        : fc.constant(subject),
    device: anyOrder(device.boundGroupIds).map((ids) => ({ ...device, boundGroupIds: ids })),
    policies: anyOrder(question.policies),
    timetables: fc.tuple(...question.timetables.map(reorderedTimetable)).chain(anyOrder),
  })
}

const reorderedTimetable = (one: Timetable): fc.Arbitrary<Timetable> => {
  const [monday, tuesday, ...rest] = one.week
  return fc
    .tuple(anyOrder(monday), anyOrder(tuesday), anyOrder(one.holiday), anyOrder(one.holidays))
    .map(([first, second, holidayRow, dates]) => ({
      ...one,
      week: [first, second, ...rest],
      holiday: holidayRow,
      holidays: dates,
    }))
}

const opens = (question: PassageQuestion) => mayPass(question).opens

/** The same question for somebody in one group, at a device with only these policies. */
const alone = (
  question: PassageQuestion & { subject: KnownPerson },
  id: string,
  policies: PassageQuestion['policies'],
) => opens({ ...question, subject: { ...question.subject, groupIds: [id] }, policies })

describe('the laws of passage', () => {
  it('[PASS-03] these worlds have open doors and closed ones of every sort', () => {
    const met = new Set(
      fc.sample(anybody, { numRuns: 2000, seed: 1 }).flatMap((q) => mayPass(q).reasons.map(({ code }) => code)),
    )
    expect([...met].toSorted()).toEqual(passageReasonCodes.filter((code) => !evaluatedElsewhere.test(code)).toSorted())
  })

  it('[PASS-03] a door opens exactly when nothing is abnormal', () => {
    fc.assert(
      fc.property(anybody, (question) => {
        const verdict = mayPass(question)
        expect(verdict.opens).toBe(verdict.abnormal === 'none')
      }),
    )
  })

  it('[PASS-03] the device, the blacklist and the period stand above every policy', () => {
    fc.assert(
      fc.property(known, (question) => {
        const { subject, device, atMs: now, direction } = question
        const isBanned = subject.kind === 'blacklisted' && !device.opensForBlacklisted
        const isEarly = subject.validFromMs !== null && now !== null && now < subject.validFromMs
        const isLate = subject.validToMs !== null && now !== null && now >= subject.validToMs
        const hasLeft = now !== null && typeof subject.leftMs === 'number' && subject.leftMs <= now
        fc.pre(!device.isRunning || isBanned || isEarly || isLate || (hasLeft && direction !== 'exit'))
        expect(opens(question)).toBe(false)
      }),
    )
  })

  it('[PASS-03] a leaving date never opens a closed door, and from then on closes every door that is not known to lead out', () => {
    fc.assert(
      fc.property(known, atMs, (question, leftMs) => {
        const { subject, atMs: now, direction } = question
        const leaving = { ...question, subject: { ...subject, leftMs } }
        const staying = { ...question, subject: { ...subject, leftMs: null } }
        const isShut = (now === null || leftMs <= now) && direction !== 'exit'
        expect(opens(leaving)).toBe(opens(staying) && !isShut)
      }),
      { numRuns: 500 },
    )
  })

  it('[PASS-03] a suspension never opens a closed door, and closes every door that is not known to lead out', () => {
    fc.assert(
      fc.property(known, suspension, (question, { fromMs, toMs }) => {
        const { subject, atMs: now, direction } = question
        const suspended = { ...question, subject: { ...subject, suspensions: [{ fromMs, toMs }] } }
        const free = { ...question, subject: { ...subject, suspensions: [] } }
        const isDuring = now !== null && fromMs <= now && (toMs === null || now < toMs)
        const isShut = (isDuring || now === null) && direction !== 'exit'
        expect(opens(suspended)).toBe(opens(free) && !isShut)
      }),
      { numRuns: 500 },
    )
  })

  it('[PASS-03] a door opens exactly when one group with one of its policies alone would open it', () => {
    fc.assert(
      fc.property(known, (question) => {
        const someOpens = question.subject.groupIds.some((id) => {
          const own = question.policies.filter((one) => one.groupId === id)
          return own.length === 0 ? alone(question, id, []) : own.some((one) => alone(question, id, [one]))
        })
        expect(opens(question)).toBe(someOpens)
      }),
      { numRuns: 500 },
    )
  })

  it('[PASS-03] a further policy for a group that has one never closes an open door', () => {
    fc.assert(
      fc.property(known, policy, (question, further) => {
        fc.pre(opens(question) && question.policies.some((one) => one.groupId === further.groupId))
        expect(opens({ ...question, policies: [...question.policies, further] })).toBe(true)
      }),
    )
  })

  it('[PASS-03] the first policy of a group never opens a closed door: until then the group passed always', () => {
    fc.assert(
      fc.property(known, policy, (question, first) => {
        fc.pre(!opens(question) && !question.policies.some((one) => one.groupId === first.groupId))
        expect(opens({ ...question, policies: [...question.policies, first] })).toBe(false)
      }),
    )
  })

  it('[PASS-03] a further group, in the person or at the device, never closes an open door', () => {
    fc.assert(
      fc.property(known, groupId, (question, further) => {
        fc.pre(opens(question))
        const { subject, device } = question
        expect(opens({ ...question, subject: { ...subject, groupIds: [...subject.groupIds, further] } })).toBe(true)
        expect(opens({ ...question, device: { ...device, boundGroupIds: [...device.boundGroupIds, further] } })).toBe(
          true,
        )
      }),
    )
  })

  it('[PASS-01] the holiday row matters only on its dates, and the week only on the others', () => {
    fc.assert(
      fc.property(known, day, week, (question, otherHoliday, otherWeek) => {
        const today = question.atMs === null ? '' : localMoment(question.atMs, question.timeZone).on
        const timetables = question.timetables.map((one) =>
          // In these worlds all dates are of one year, so yearly and once are the same.
          one.holidays.some((date) => date.on === today)
            ? { ...one, week: otherWeek }
            : { ...one, holiday: otherHoliday },
        )
        expect(mayPass({ ...question, timetables })).toEqual(mayPass(question))
      }),
      { numRuns: 500 },
    )
  })

  it('[PASS-03] the order of groups, suspensions, policies, timetables, ranges and holidays changes neither verdict nor reasons', () => {
    const pairs = anybody.chain((question) => fc.tuple(fc.constant(question), reordered(question)))
    fc.assert(
      fc.property(pairs, ([question, shuffled]) => {
        expect(mayPass(shuffled)).toEqual(mayPass(question))
      }),
      { numRuns: 500 },
    )
  })

  it('the evaluation of a passage leaves its question unchanged', () => {
    fc.assert(
      fc.property(anybody, (question) => {
        const before = JSON.stringify(question)
        mayPass(question)
        expect(JSON.stringify(question)).toBe(before)
      }),
    )
  })
})
