import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayPassTogether } from './entries-of-face.ts'
import type { FaceEntry } from './entries-of-face.ts'
import { mayPass } from './may-pass.ts'
import type { PassageQuestion } from './may-pass.ts'

const noon = Date.UTC(2026, 5, 1, 12)
const hour = 3_600_000
const office = { startMinute: 540, endMinute: 1080 }
const everyDay = (ranges: { startMinute: number; endMinute: number }[]): PassageQuestion['timetables'][number] => ({
  id: 'office',
  name: 'office',
  validFromOn: null,
  validToOn: null,
  holiday: [],
  holidays: [],
  week: [ranges, ranges, ranges, ranges, ranges, ranges, ranges],
})
const door: Omit<PassageQuestion, 'subject'> = {
  atMs: noon,
  timeZone: 'UTC',
  device: { isRunning: true, opensForBlacklisted: false, boundGroupIds: ['staff', 'cleaners', 'guests', 'banned'] },
  policies: [{ id: 'p', groupId: 'cleaners', timetableId: 'office' }],
  timetables: [everyDay([office])],
}
const forEver = { validFromMs: null, validToMs: null }
const franck: FaceEntry = { id: 'franck', kind: 'staff', groupIds: ['staff'], ...forEver }
const cleaner: FaceEntry = { ...franck, id: 'cleaner', groupIds: ['cleaners'] }
const guest: FaceEntry = {
  id: 'guest',
  kind: 'visitor',
  groupIds: ['guests'],
  validFromMs: noon - hour,
  validToMs: noon + hour,
}
const banned: FaceEntry = { id: 'banned', kind: 'blacklisted', groupIds: ['banned'], ...forEver }

/** `opens franck + guest | by franck`, or with what was abnormal in place of `opens` */
function inWords(entries: FaceEntry[], asked: Omit<PassageQuestion, 'subject'> = door): string {
  const { verdict, main, others } = mayPassTogether(asked, entries)
  const names = [main, ...others].map((entry) => entry?.id ?? 'nobody').join(' + ')
  const chain = verdict.reasons.find(({ code }) => code === 'group-bound')
  const by = chain && 'personId' in chain ? ` | by ${chain.personId}` : ''
  return `${verdict.opens ? 'opens' : verdict.abnormal} ${names}${by}`
}

const night = { ...door, atMs: noon + 10 * hour }

describe('entries of one face', () => {
  // oxfmt-ignore
  it.each([
    ['one entry is evaluated as ever', [franck], door, 'opens franck'],
    ['two that may pass open the door, and the record is of staff before a visitor', [guest, franck], door, 'opens franck + guest | by franck'],
    ['of two staff the record is of the most alike', [cleaner, franck], door, 'opens cleaner + franck | by cleaner'],
    ['a blacklisted entry wins over a visit that has just been approved', [guest, banned], door, 'blacklisted banned + guest | by banned'],
    ['a blacklisted entry wins over staff', [franck, banned], door, 'blacklisted banned + franck | by banned'],
    ['a blacklisted entry wins however many others there are', [guest, franck, cleaner, banned], door, 'blacklisted banned + franck + cleaner + guest | by banned'],
    ['where the device opens for the blacklisted, the others must pass as well', [{ ...guest, validFromMs: noon + 1 }, banned], { ...door, device: { ...door.device, opensForBlacklisted: true } }, 'visitor-outside-validity banned + guest | by guest'],
    ['one that may not pass at this hour closes the door to both', [franck, cleaner], night, 'outside-passage-time franck + cleaner | by cleaner'],
    ['a visit that has not begun closes the door to the employee of the same face', [franck, { ...guest, validFromMs: noon + 1 }], door, 'visitor-outside-validity franck + guest | by guest'],
    ['a visit that is over is forgotten', [{ ...guest, validToMs: noon }, franck], door, 'opens franck'],
    ['a visit that is over is refused where it is all there is', [{ ...guest, validToMs: noon }], door, 'visitor-outside-validity guest'],
    ['an employee who has left passes as the visitor they are now', [{ ...franck, leftMs: noon }, guest], door, 'opens guest'],
    ['an employee who leaves later today is an employee still', [{ ...franck, leftMs: noon + 1 }, guest], door, 'opens franck + guest | by franck'],
    ['a suspended entry closes the door to the other one', [guest, { ...franck, suspensions: [{ fromMs: 0, toMs: null }] }], door, 'suspended franck + guest | by franck'],
    ['a blacklisted entry stays blacklisted after it has left', [guest, { ...banned, leftMs: 0 }], door, 'blacklisted banned + guest | by banned'],
    ['an entry that no group binds to the door is nobody there', [{ ...guest, groupIds: ['elsewhere'] }, franck], door, 'opens franck'],
    ['a blacklisted entry that no group binds to the door is nobody there', [{ ...banned, groupIds: [] }, guest], door, 'opens guest'],
    ['entries of which no group binds any are a stranger', [{ ...franck, groupIds: [] }, { ...guest, groupIds: [] }], door, 'stranger nobody'],
    ['no entry at all is a stranger', [], door, 'stranger nobody'],
    ['a device out of service refuses all of them', [franck, guest], { ...door, device: { ...door.device, isRunning: false } }, 'device-out-of-service franck + guest | by franck'],
    ['a clock that was never set closes the door to the employee too, whose visit cannot be evaluated', [franck, guest], { ...door, atMs: null }, 'clock-unset franck + guest | by guest'],
  ])('[PASS-03] %s', (_title, entries, asked, words) => {
    expect(inWords(entries, asked)).toBe(words)
  })

  it('[PASS-03] the chain of reasons names all of them and then the chain of the one that decided', () => {
    expect(mayPassTogether(door, [guest, banned]).verdict).toEqual({
      opens: false,
      recordedAs: 'blacklisted',
      abnormal: 'blacklisted',
      reasons: [
        { code: 'entries-of-one-face', personIds: ['banned', 'guest'] },
        { code: 'group-bound', groupIds: ['banned'], personId: 'banned' },
        { code: 'blacklist-refuses' },
      ],
    })
  })

  it('[PASS-03] all entries of a picture that everybody was given are evaluated, and the first twenty are named', () => {
    const everybody = Array.from({ length: 130 }, (_, at) => ({ ...franck, id: `person ${at}` }))
    const { verdict, others } = mayPassTogether(door, everybody)
    expect(others).toHaveLength(129)
    expect(verdict.reasons[0]).toEqual({
      code: 'entries-of-one-face',
      personIds: everybody.slice(0, 20).map(({ id }) => id),
    })
  })
})

const entry = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('staff' as const, 'visitor' as const, 'blacklisted' as const),
  groupIds: fc.subarray(['staff', 'cleaners', 'guests', 'banned', 'elsewhere']),
  validFromMs: fc.constantFrom(null, noon - hour, noon + hour),
  validToMs: fc.constantFrom(null, noon + hour, noon + 2 * hour, noon - 1),
})
const world = fc.record({
  atMs: fc.constantFrom(noon, noon + 10 * hour, null),
  isRunning: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  opensForBlacklisted: fc.boolean(),
})
const doorOf = ({ atMs, ...device }: { atMs: number | null; isRunning: boolean; opensForBlacklisted: boolean }) => ({
  ...door,
  atMs,
  device: { ...door.device, ...device },
})

describe('the laws of entries of one face', () => {
  it('[D2] [PASS-03] entries of one face together never open a door that one of them, known there, may not pass', () => {
    fc.assert(
      fc.property(world, fc.array(entry, { minLength: 1, maxLength: 4 }), (how, entries) => {
        const asked = doorOf(how)
        const { verdict, main, others } = mayPassTogether(asked, entries)
        fc.pre(verdict.opens)
        for (const one of [main, ...others]) {
          expect(one).not.toBeNull()
          if (one) expect(mayPass({ ...asked, subject: one }).opens).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('[PASS-03] a further entry never opens a door that was closed to somebody known', () => {
    fc.assert(
      fc.property(world, fc.array(entry, { minLength: 1, maxLength: 3 }), entry, (how, entries, further) => {
        const asked = doorOf(how)
        const before = mayPassTogether(asked, entries)
        // A visit that is over and a person without a bound group are unknown there: the further entry is evaluated
        // alone.
        fc.pre(!before.verdict.opens && before.main !== null && before.verdict.abnormal !== 'visitor-outside-validity')
        expect(mayPassTogether(asked, [...entries, further]).verdict.opens).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('[PASS-03] whether the door opens does not depend on which of the entries is the most alike', () => {
    fc.assert(
      fc.property(
        world,
        fc
          .array(entry, { minLength: 2, maxLength: 4 })
          .chain((entries) =>
            fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
          ),
        (how, [entries, shuffled]) => {
          const asked = doorOf(how)
          const [one, other] = [mayPassTogether(asked, entries), mayPassTogether(asked, shuffled)]
          expect(other.verdict.opens).toBe(one.verdict.opens)
          expect(other.main?.kind).toBe(one.main?.kind)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
