import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FaceEntry } from '../passage/entries-of-face.ts'
import { mayPass } from '../passage/may-pass.ts'
import type { Timetable } from '../passage/timetable.ts'
import { directions, doorReasonCodes } from '../passage/vocabulary.ts'
import { decideAtDoor, decideAtDoorTogether } from './decide-at-door.ts'
import type { DoorQuestion, DoorRules, DoorState, DoorVerdict } from './door-question.ts'
import { doorModes, emergencyKinds, unknownSides } from './vocabulary.ts'

// Small worlds on purpose: with few people, groups, areas and whole minutes, things meet.
const noon = Date.UTC(2026, 5, 1, 12)
const atMs = fc.integer({ min: -600, max: 600 }).map((minutes) => noon + minutes * 60_000)
const lately = fc.integer({ min: -90, max: 10 }).map((seconds) => noon + seconds * 1000)
const groupIds = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
const personId = fc.constantFrom('ann', 'bob', 'cem', 'dag')
const seconds = fc.constantFrom(10, 60)
const whenUnknown = fc.constantFrom(...unknownSides)
const mostly = fc.integer({ min: 0, max: 9 }).map((n) => n > 0)
/** Mostly the first, which is none. */
const rarely = <T, None>(none: None, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(none) }, { weight: 1, arbitrary })
const seldom = <T, None>(none: None, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(none) }, { weight: 1, arbitrary })

const everyDay = (id: string, startMinute: number, endMinute: number): Timetable => {
  const range = [{ startMinute, endMinute }]
  const week: Timetable['week'] = [range, range, range, range, range, range, range]
  return { id, name: id, validFromOn: null, validToOn: null, week, holiday: [], holidays: [] }
}
const timetables = [everyDay('morning', 480, 720), everyDay('afternoon', 720, 1080), everyDay('day', 360, 1200)]
const timetableId = fc.constantFrom('morning', 'afternoon', 'day', 'not here')

/** The building, the laboratory in it with a freezer, and the office in it. */
const places = [[], ['building'], ['lab', 'building'], ['freezer', 'lab', 'building'], ['office', 'building']]
const areaId = fc.constantFrom(null, 'building', 'lab', 'freezer', 'office')

const person: fc.Arbitrary<FaceEntry> = fc.record({
  id: personId,
  kind: fc.constantFrom('staff', 'staff', 'visitor', 'blacklisted'),
  groupIds,
  validFromMs: fc.constantFrom(null, null, null, noon),
  validToMs: fc.constant(null),
  suspensions: seldom([], fc.array(fc.record({ fromMs: atMs, toMs: fc.option(atMs) }), { maxLength: 2 })),
  leftMs: seldom(null, atMs),
})
const face = fc.constantFrom({ kind: 'stranger' } as const, { kind: 'spoof' } as const)

const antiPassback: fc.Arbitrary<NonNullable<DoorRules['antiPassback']>> = fc.oneof(
  fc.record({ mode: fc.constantFrom('soft', 'hard'), exemptGroupIds: rarely([], groupIds), whenUnknown }),
  fc.record({
    mode: fc.constant('timed'),
    minutes: fc.constantFrom(1, 30),
    exemptGroupIds: rarely([], groupIds),
    whenUnknown,
  }),
)
const occupancyLimit = fc.record({
  max: fc.constantFrom(0, 1, 5),
  mode: fc.constantFrom('alarm', 'refuse'),
  exemptGroupIds: rarely([], groupIds),
  whenUnknown,
})
const interlock = fc.record({ doorIds: fc.subarray(['d1', 'd2', 'd3']), whenUnknown })
const escort = fc.record({ escortGroupIds: groupIds, seconds })
const severalPeople = fc.record({ groupIds, count: fc.constantFrom(1, 2, 3), seconds })
const firstPersonIn = fc.record({ groupIds, timetableId: fc.option(timetableId) })

const floors = fc.uniqueArray(
  fc.record({
    areaId: fc.constantFrom('ground', 'offices', 'attic'),
    output: fc.integer({ min: 1, max: 8 }),
    groupIds: rarely([], groupIds),
    timetableId: fc.option(timetableId),
  }),
  { minLength: 1, maxLength: 3, selector: ({ areaId }) => areaId },
)

const rules: fc.Arbitrary<DoorRules> = fc.record({
  direction: fc.constantFrom(...directions),
  leavesAreaId: areaId,
  entersAreaId: areaId,
  freeHours: seldom(null, fc.record({ timetableId, afterFirstPerson: fc.boolean() })),
  antiPassback: rarely(null, antiPassback),
  occupancyLimit: rarely(null, occupancyLimit),
  interlock: rarely(null, interlock),
  escort: rarely(null, escort),
  severalPeople: rarely(null, severalPeople),
  firstPersonIn: rarely(null, firstPersonIn),
  floors: rarely(null, floors),
})

const lockdown = fc.record({ id: fc.uuid(), exemptGroupIds: rarely([], groupIds), sinceMs: lately })
const emergency = fc.record({ kind: fc.constantFrom(...emergencyKinds), sinceMs: lately })
const state: fc.Arbitrary<DoorState> = fc.record({
  emergency: seldom(null, emergency),
  lockdowns: seldom([], fc.array(lockdown, { maxLength: 2 })),
  mode: seldom('normal' as const, fc.constantFrom(...doorModes)),
  around: fc.option(
    fc.record({
      person: fc.option(fc.record({ areaIds: fc.constantFrom(...places), enteredAtMs: fc.option(lately) })),
      occupancy: fc.option(fc.integer({ min: 0, max: 6 })),
      openDoorIds: fc.option(rarely([], fc.subarray(['d1', 'd2', 'd3', 'd4'])), { freq: 6 }),
    }),
    { freq: 6 },
  ),
  recent: fc.array(fc.record({ personId, groupIds, atMs: lately }), { maxLength: 5 }),
  firstPersonAtMs: fc.option(atMs),
})

const question: fc.Arbitrary<DoorQuestion> = fc.record({
  atMs: fc.option(fc.oneof(fc.constant(noon), atMs), { freq: 20 }),
  timeZone: fc.constantFrom('UTC', 'Asia/Shanghai'),
  subject: fc.oneof({ weight: 12, arbitrary: person }, { weight: 1, arbitrary: face }),
  device: fc.record({
    isRunning: mostly,
    opensForBlacklisted: fc.boolean(),
    boundGroupIds: fc.constantFrom(['a', 'b', 'c'], ['a', 'b', 'c'], ['a']),
  }),
  policies: fc.uniqueArray(fc.record({ id: fc.uuid(), groupId: fc.constantFrom('a', 'b', 'c'), timetableId }), {
    maxLength: 3,
    selector: ({ id }) => id,
  }),
  timetables: fc.constant(timetables),
  isUnderDuress: fc.boolean(),
  rules,
  state,
})

const anyOrder = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...list], { minLength: list.length })

/** Every list of a question in another order, but for the areas around a person, whose order says which is in which. */
function reordered<T>(value: T, key?: string): fc.Arbitrary<T>
function reordered(value: unknown, key = ''): fc.Arbitrary<unknown> {
  const isOrdered = key === 'areaIds' || key === 'week'
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => reordered(item))
    const inside = items.length === 0 ? fc.constant([]) : fc.tuple(...items)
    return isOrdered ? inside : inside.chain(anyOrder)
  }
  if (typeof value !== 'object' || value === null) return fc.constant(value)
  return fc.record(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, reordered(item, name)])))
}

/** A rule of 7, each by its name, with what it would be set to. */
const furtherRule: fc.Arbitrary<Partial<DoorRules>> = fc.oneof(
  fc.record({ antiPassback }),
  fc.record({ occupancyLimit }),
  fc.record({ interlock }),
  fc.record({ escort }),
  fc.record({ severalPeople }),
  fc.record({ firstPersonIn }),
  fc.record({ floors }),
)
const nameOf = (rule: Partial<DoorRules>) => Object.keys(rule).join('')
const opens = (asked: DoorQuestion) => decideAtDoor(asked).opens
const withRules = (asked: DoorQuestion, more: Partial<DoorRules>) => ({ ...asked, rules: { ...asked.rules, ...more } })
const withState = (asked: DoorQuestion, more: Partial<DoorState>) => ({ ...asked, state: { ...asked.state, ...more } })
const noRules: Partial<DoorRules> = {
  freeHours: null,
  antiPassback: null,
  occupancyLimit: null,
  interlock: null,
  escort: null,
  severalPeople: null,
  firstPersonIn: null,
  floors: null,
}
const quiet: Partial<DoorState> = { emergency: null, lockdowns: [], mode: 'normal' }

describe('the laws of doors', () => {
  it('These worlds have open doors and closed ones of every sort', () => {
    const verdicts = fc.sample(question, { numRuns: 4000, seed: 1 }).map((one) => decideAtDoor(one))
    const met = new Set(verdicts.flatMap(({ reasons }) => reasons.map(({ code }) => code)))
    expect(doorReasonCodes.filter((code) => !met.has(code))).toEqual([])
    const open = verdicts.filter((verdict) => verdict.opens).length
    expect(open).toBeGreaterThan(800)
    expect(open).toBeLessThan(3200)
  })

  it('A door opens exactly when nothing is abnormal', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const verdict = decideAtDoor(asked)
        expect(verdict.opens).toBe(verdict.abnormal === 'none')
      }),
      { numRuns: 500 },
    )
  })

  it('A reason rests on nothing that was only assumed, and the verdict stays the same', () => {
    const around = { person: { areaIds: [], enteredAtMs: null }, occupancy: 0, openDoorIds: [] }
    const areResting = ['anti-passback-holds', 'occupancy-below-limit', 'interlock-holds']
    fc.assert(
      fc.property(question, (asked) => {
        fc.pre(asked.atMs !== null && (asked.rules.occupancyLimit?.max ?? 1) > 0 && asked.rules.direction === 'entry')
        fc.pre(asked.rules.entersAreaId !== null)
        const { reasons, ...known } = decideAtDoor(withState(asked, { around }))
        const { reasons: told, ...assumed } = decideAtDoor(withState(asked, { around, isAssumed: true }))
        expect(assumed).toEqual(known)
        expect(told).toEqual(reasons.filter(({ code }) => !areResting.includes(code)))
      }),
      { numRuns: 500 },
    )
  })

  it('A door without rules, in service and at rest, decides as its device alone', () => {
    fc.assert(
      fc.property(question, (asked) => {
        fc.pre(asked.device.isRunning)
        const plain = { ...withState(withRules(asked, noRules), quiet), isUnderDuress: false }
        const passage = mayPass({ ...plain, direction: plain.rules.direction })
        expect(decideAtDoor(plain)).toEqual({ ...passage, alarms: [], assumed: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('An emergency opens always', () => {
    fc.assert(
      fc.property(question, emergency, (asked, now) => {
        expect(decideAtDoor(withState(asked, { emergency: now }))).toMatchObject({ opens: true, abnormal: 'none' })
      }),
      { numRuns: 500 },
    )
  })

  it('A lockdown without exempt groups refuses everybody at a reader that does not lead out, unless there is an emergency', () => {
    fc.assert(
      fc.property(question, lockdown, (asked, further) => {
        fc.pre(asked.rules.direction !== 'exit')
        const lockdowns = [...asked.state.lockdowns, { ...further, exemptGroupIds: [] }]
        const verdict = decideAtDoor(withState(asked, { lockdowns, emergency: null }))
        expect(verdict).toMatchObject({ opens: false, abnormal: 'lockdown' })
      }),
      { numRuns: 500 },
    )
  })

  it('A lockdown changes nothing but the reasons at a reader that leads out', () => {
    fc.assert(
      fc.property(question, fc.array(lockdown, { maxLength: 3 }), (asked, lockdowns) => {
        const out = withRules(asked, { direction: 'exit' })
        const words = (verdict: DoorVerdict) => ({ ...verdict, reasons: [] })
        expect(words(decideAtDoor(withState(out, { lockdowns })))).toEqual(
          words(decideAtDoor(withState(out, { lockdowns: [] }))),
        )
      }),
    )
  })

  it('A further lockdown never opens a closed door', () => {
    fc.assert(
      fc.property(question, lockdown, (asked, further) => {
        fc.pre(!opens(asked))
        expect(opens(withState(asked, { lockdowns: [...asked.state.lockdowns, further] }))).toBe(false)
      }),
    )
  })

  it('A door that is held closed opens only in an emergency', () => {
    fc.assert(
      fc.property(question, (asked) => {
        expect(opens(withState(asked, { mode: 'held-closed' }))).toBe(asked.state.emergency !== null)
      }),
    )
  })

  it('A further rule of 7 never opens a closed door', () => {
    fc.assert(
      fc.property(question, furtherRule, (asked, further) => {
        const without = withRules(asked, { [nameOf(further)]: null })
        fc.pre(!opens(without))
        expect(opens(withRules(asked, further))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('A door with several rules of 7 opens exactly when it opens with each of them alone', () => {
    const names = [
      'antiPassback',
      'occupancyLimit',
      'interlock',
      'escort',
      'severalPeople',
      'firstPersonIn',
      'floors',
    ] as const
    fc.assert(
      fc.property(question, (asked) => {
        const alone = names.map((name) =>
          opens(withRules(asked, { ...noRules, freeHours: asked.rules.freeHours, [name]: asked.rules[name] })),
        )
        expect(opens(asked)).toBe(alone.every(Boolean))
      }),
      { numRuns: 500 },
    )
  })

  it('Free hours never close an open door', () => {
    fc.assert(
      fc.property(question, timetableId, (asked, id) => {
        fc.pre(opens(withRules(asked, { freeHours: null })))
        expect(opens(withRules(asked, { freeHours: { timetableId: id, afterFirstPerson: false } }))).toBe(true)
      }),
    )
  })

  it('The limits of areas shut nobody in: at a reader that leads out they refuse nobody', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const wayOut = withRules(asked, { direction: 'exit' })
        const unlimited = { antiPassback: null, occupancyLimit: null, firstPersonIn: null }
        expect(opens(wayOut)).toBe(opens(withRules(wayOut, unlimited)))
      }),
      { numRuns: 500 },
    )
  })

  it('A rule that falls to the open side decides as if it were not set', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { antiPassback: limit, occupancyLimit: occupancy, interlock: lock } = asked.rules
        const falling = withRules(withState(asked, { around: null }), {
          antiPassback: limit && { ...limit, whenUnknown: 'opens' },
          occupancyLimit: occupancy && { ...occupancy, whenUnknown: 'opens' },
          interlock: lock && { ...lock, whenUnknown: 'opens' },
        })
        const unset = withRules(falling, { antiPassback: null, occupancyLimit: null, interlock: null })
        expect(opens(falling)).toBe(opens(unset))
      }),
      { numRuns: 500 },
    )
  })

  it('A door of the interlock whose state is not known counts as a server that does not answer', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { around } = asked.state
        const alone = withRules(asked, { antiPassback: null, occupancyLimit: null, firstPersonIn: null })
        const unknown = withState(alone, { around: around && { ...around, openDoorIds: null } })
        expect(decideAtDoor(unknown)).toEqual(decideAtDoor(withState(alone, { around: null })))
      }),
      { numRuns: 500 },
    )
  })

  it('Duress changes nothing but its alarm', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const calm = decideAtDoor({ ...asked, isUnderDuress: false })
        const threatened = decideAtDoor({ ...asked, isUnderDuress: true })
        expect(threatened).toEqual({ ...calm, alarms: [...calm.alarms, 'duress'] })
      }),
    )
  })

  it('The order of lists changes neither the verdict nor its reasons', () => {
    const pairs = question.chain((asked) => fc.tuple(fc.constant(asked), reordered(asked)))
    fc.assert(
      fc.property(pairs, ([asked, shuffled]) => {
        expect(decideAtDoor(shuffled)).toEqual(decideAtDoor(asked))
      }),
      { numRuns: 500 },
    )
  })

  it('Several entries of one face never open a door that one of them, known there, does not open', () => {
    const entries = fc.uniqueArray(person, { minLength: 1, maxLength: 4, selector: ({ id }) => id })
    fc.assert(
      fc.property(question, entries, (asked, all) => {
        const { main, others, verdict } = decideAtDoorTogether(asked, all)
        fc.pre(verdict.opens && main !== null)
        expect([main, ...others].filter((entry) => entry && !opens({ ...asked, subject: entry }))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('A decision leaves its question unchanged', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const before = JSON.stringify(asked)
        decideAtDoor(asked)
        expect(JSON.stringify(asked)).toBe(before)
      }),
    )
  })
})
