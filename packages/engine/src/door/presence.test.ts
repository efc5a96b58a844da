import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directions } from '../passage/vocabulary.ts'
import { areasAround, isAlreadyThere } from './area-path.ts'
import { applyPassage, presenceAfter } from './presence.ts'
import type { Passage, Presence } from './presence.ts'
import { doorKinds } from './vocabulary.ts'

/** The building, in it the laboratory with a freezer, and the office; the garage stands beside it. */
const tree = new Map([
  ['building', null],
  ['lab', 'building'],
  ['freezer', 'lab'],
  ['office', 'building'],
  ['garage', null],
])

/** `main > lab`: from an area into another; `-` is outside. */
function way(text: string) {
  const [leavesAreaId = null, entersAreaId = null] = text.split(' > ').map((name) => (name === '-' ? null : name))
  return { leavesAreaId, entersAreaId }
}

/** The `n`th passage: at minute `n`, with record `rn`. */
function passage(n: number, text: string, more: Partial<Passage> = {}): Passage {
  const plain = { doorId: 'd', kind: 'door', direction: 'entry', isConfirmed: null, wasHeldOpen: false } as const
  return { ...plain, recordId: `r${n}`, atMs: n * 60_000, ...way(text), ...more }
}

const both = { direction: 'both' } as const
const unconfirmed = { isConfirmed: false } as const
const turnstile = { kind: 'turnstile', isConfirmed: true } as const
const notThrough = { kind: 'turnstile', isConfirmed: false } as const
const byHand = { doorId: null } as const

/** `lab since r2`, and what is doubted */
function inWords(presence: Presence | null): string {
  if (!presence) return 'nobody knows'
  const { areaId, recordId, doubts } = presence
  return [`${areaId ?? 'outside'} since ${recordId}`, ...doubts].join(', ')
}

// One case, one line. The passages stand in the order in which they arrive.
// oxfmt-ignore
const cases: [title: string, passages: Passage[], presence: string][] = [
  ['a person of whom there is no passage is nowhere', [], 'nobody knows'],
  ['a person who comes in is inside', [passage(1, '- > building')], 'building since r1'],
  ['a person who goes on is in the area entered last', [passage(1, '- > building'), passage(2, 'building > lab')], 'lab since r2'],
  ['a person who goes out is outside', [passage(1, '- > building'), passage(2, 'building > -')], 'outside since r2'],

  ['a late record moves nobody back', [passage(2, 'building > -'), passage(1, '- > building')], 'outside since r2, came-from-elsewhere'],
  ['the same record twice counts once', [passage(1, '- > building', both), passage(1, '- > building', both)], 'building since r1, direction-unknown'],
  ['of two passages at one instant the greater record id is the later', [passage(2, 'building > lab', { atMs: 0 }), passage(1, '- > building', { atMs: 0 })], 'lab since r2, came-from-elsewhere'],

  ['a reader of both directions takes a person in', [passage(1, '- > building', both)], 'building since r1, direction-unknown'],
  ['a reader of both directions takes a person who is inside out', [passage(1, '- > building', both), passage(2, '- > building', both)], 'outside since r2, direction-unknown'],
  ['a reader of both directions takes a person out of the areas inside as well', [passage(1, '- > building'), passage(2, 'building > lab'), passage(3, '- > building', both)], 'outside since r3, direction-unknown'],
  ['a reader of both directions between two areas takes a person in', [passage(1, '- > building'), passage(2, 'building > lab', both)], 'lab since r2, direction-unknown'],
  ['a reader of both directions between two areas takes a person back', [passage(1, '- > building'), passage(2, 'building > lab'), passage(3, 'building > lab', both)], 'building since r3, direction-unknown'],
  ['a reader of both directions whose far side is outside takes a person out', [passage(1, '- > building'), passage(2, 'building > -', both)], 'outside since r2, direction-unknown'],
  ['a reader of both directions whose far side is outside takes a person in', [passage(1, 'building > -', both)], 'building since r1, direction-unknown'],
  ['a reader of both directions takes a person from elsewhere in', [passage(1, '- > garage'), passage(2, 'building > lab', both)], 'lab since r2, direction-unknown, came-from-elsewhere'],

  ['a turnstile that has turned moves a person', [passage(1, '- > building', turnstile)], 'building since r1'],
  ['a turnstile that has not turned moves nobody', [passage(1, '- > building', notThrough)], 'nobody knows'],
  ['a turnstile that has not turned says so of where they are', [passage(1, '- > building', turnstile), passage(2, 'building > -', notThrough)], 'building since r1, not-confirmed'],
  ['a turnstile that has not turned twice says so once', [passage(1, '- > building'), passage(2, 'building > -', notThrough), passage(3, 'building > -', notThrough)], 'building since r1, not-confirmed'],
  ['a turnstile without a contact moves a person', [passage(1, '- > building', { kind: 'turnstile' })], 'building since r1'],
  ['a door whose contact saw nobody moves a person and says so', [passage(1, '- > building', unconfirmed)], 'building since r1, not-confirmed'],
  ['a late turnstile that has not turned says nothing', [passage(2, '- > building'), passage(1, '- > building', notThrough)], 'building since r2'],

  ['a door that is held open says so', [passage(1, '- > building', { wasHeldOpen: true })], 'building since r1, held-open'],
  ['a person who leaves an area that they were not in came from elsewhere', [passage(1, '- > building'), passage(2, 'lab > building')], 'building since r2, came-from-elsewhere'],
  ['a person who leaves the building from an area in it was in the building', [passage(1, '- > building'), passage(2, 'building > lab'), passage(3, 'building > -')], 'outside since r3'],
  ['a person who comes in twice went out unseen', [passage(1, '- > building'), passage(2, '- > building')], 'building since r2, came-from-elsewhere'],
  ['a person who goes into the laboratory twice went out of it unseen', [passage(1, '- > building'), passage(2, 'building > lab'), passage(3, 'building > lab')], 'lab since r3, came-from-elsewhere'],
  ['a person who comes in while they are elsewhere went out unseen', [passage(1, '- > garage'), passage(2, '- > building')], 'building since r2, came-from-elsewhere'],
  ['the first passage may be a way out', [passage(1, 'building > -')], 'outside since r1, came-from-elsewhere'],
  ['a passage that the contact denies afterwards is doubted', [passage(1, '- > building', both), passage(1, '- > building', { ...both, ...unconfirmed })], 'building since r1, direction-unknown, not-confirmed'],
  ['a passage that the contact denied is doubted, although its record comes afterwards', [passage(1, '- > building', unconfirmed), passage(1, '- > building')], 'building since r1, not-confirmed'],
  ['a passage that is denied after the next one changes nothing', [passage(1, '- > building'), passage(2, 'building > lab'), passage(1, '- > building', unconfirmed)], 'lab since r2'],
  ['every doubt is named', [passage(1, 'lab > freezer', { ...both, ...unconfirmed, wasHeldOpen: true })], 'freezer since r1, direction-unknown, held-open, not-confirmed, came-from-elsewhere'],
  ['what is doubted of the passage itself is named', [passage(1, '- > building', { doubts: ['clock-wrong', 'contradictory'] })], 'building since r1, clock-wrong, contradictory'],
  ['a late passage of a wrong clock moves nobody, and is doubted', [passage(2, '- > building'), passage(1, 'building > -', { doubts: ['clock-wrong'] })], 'building since r2, clock-wrong'],
  ['the same record under a later time counts once', [passage(1, '- > building', both), passage(2, '- > building', { ...both, recordId: 'r1' })], 'building since r1, direction-unknown'],
  ['a sure passage ends the doubts', [passage(1, '- > building', { ...both, wasHeldOpen: true }), passage(2, 'building > lab')], 'lab since r2'],
  ['a correction by hand comes from anywhere', [passage(1, '- > garage'), passage(2, '- > lab', byHand)], 'lab since r2'],
  ['the end of the day takes everybody out', [passage(1, '- > building', both), passage(2, '- > -', byHand)], 'outside since r2'],
]

describe('the presence of a person', () => {
  it.each(cases)('%s', (_title, passages, presence) => {
    const applied = passages.reduce<Presence | null>((so, one) => applyPassage(so, one, tree), null)
    expect(inWords(applied)).toBe(presence)
  })

  it('Late records that are asked for again are put where they belong', () => {
    const passages = [passage(3, '- > building', both), passage(1, '- > building'), passage(2, 'building > -')]
    expect(inWords(presenceAfter(passages, tree))).toBe('building since r3, direction-unknown')
  })

  it('Areas that are inside one another in a circle end', () => {
    const circle = new Map([
      ['a', 'b'],
      ['b', 'a'],
    ])
    expect(areasAround('a', circle)).toEqual(['a', 'b'])
    expect(areasAround('elsewhere', circle)).toEqual(['elsewhere'])
    expect(areasAround(null, circle)).toEqual([])
  })

  it.each([
    ['in the area entered', ['lab', 'building'], 'building > lab', true],
    ['in an area inside the one entered', ['freezer', 'lab', 'building'], 'building > lab', true],
    ['in the area around the one entered', ['building'], 'building > lab', false],
    ['on the way out of an area', ['lab', 'building'], 'lab > building', false],
    ['in the area entered on the way out of one inside it', ['building'], 'lab > building', true],
    ['in the other of two neighbours', ['office', 'building'], 'lab > office', true],
    ['outside, and goes out', [], 'building > -', true],
    ['inside, and goes out', ['lab', 'building'], 'building > -', false],
    ['outside, and comes in', [], '- > building', false],
  ])('A person %s', (_title, areaIds, text, isThere) => {
    expect(isAlreadyThere(areaIds, way(text))).toBe(isThere)
  })
})

const areaIds = [null, ...tree.keys()]
const areaId = fc.constantFrom(...areaIds)
const anyPassage: fc.Arbitrary<Passage> = fc.record({
  recordId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  atMs: fc.integer({ min: 0, max: 4 }),
  doorId: fc.constantFrom('d', 'e', null),
  kind: fc.constantFrom(...doorKinds),
  direction: fc.constantFrom(...directions),
  leavesAreaId: areaId,
  entersAreaId: areaId,
  isConfirmed: fc.constantFrom(true, false, null),
  wasHeldOpen: fc.boolean(),
})
const history = fc.uniqueArray(anyPassage, { selector: ({ recordId }) => recordId, maxLength: 8 })
const arrivals = history.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
)
/** A person's way from outside, by doors between an area and the one around it. */
const walk = fc.array(fc.nat(), { maxLength: 12 }).map((choices) => {
  let here: string | null = null
  return choices.map((choice, index) => {
    const inside = [...tree].flatMap(([id, around]) => (around === here ? [{ id, around, isIn: true }] : []))
    const out = here === null ? [] : [{ id: here, around: tree.get(here) ?? null, isIn: false }]
    const doors = [...inside, ...out]
    const door = doors[choice % doors.length] ?? { id: 'building', around: null, isIn: true }
    here = door.isIn ? door.id : door.around
    return { ...door, index, here }
  })
})

describe('the laws of presence', () => {
  it('The passages of a person end in the same presence, in whatever order and however often they arrive', () => {
    fc.assert(
      fc.property(arrivals, ([all, arrived]) => {
        expect(presenceAfter(arrived, tree)).toEqual(presenceAfter(all, tree))
      }),
      { numRuns: 1000 },
    )
  })

  it('A passage that is not later than the one that moved the person changes nothing', () => {
    fc.assert(
      fc.property(history, anyPassage, (all, late) => {
        const presence = presenceAfter(all, tree)
        fc.pre(presence !== null && late.atMs < presence.sinceMs && late.recordId !== presence.recordId)
        expect(applyPassage(presence, late, tree)).toBe(presence)
      }),
    )
  })

  it('The place and its record are the same though late records are skipped, if every reader knows its direction', () => {
    const known = (all: Passage[]) => all.map((one): Passage => ({ ...one, direction: 'entry' }))
    const place = (presence: Presence | null) => presence && { ...presence, doubts: [] }
    fc.assert(
      fc.property(arrivals, ([all, arrived]) => {
        const applied = known(arrived).reduce<Presence | null>((so, one) => applyPassage(so, one, tree), null)
        expect(place(applied)).toEqual(place(presenceAfter(known(all), tree)))
      }),
      { numRuns: 1000 },
    )
  })

  it('A person whose every passage was seen is where they walked to, without a doubt', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const passages = steps.map(({ id, around, isIn, index }) =>
          passage(index, isIn ? `${around ?? '-'} > ${id}` : `${id} > ${around ?? '-'}`, { recordId: String(index) }),
        )
        const presence = presenceAfter(passages, tree)
        expect([presence?.areaId ?? null, presence?.doubts ?? []]).toEqual([steps.at(-1)?.here ?? null, []])
      }),
    )
  })

  it('A person whose every passage was seen is where they walked to, though no reader knew the direction', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const passages = steps.map(({ id, around, index }) => passage(index, `${around ?? '-'} > ${id}`, both))
        const presence = presenceAfter(passages, tree)
        expect(presence?.areaId ?? null).toBe(steps.at(-1)?.here ?? null)
        expect(presence?.doubts ?? ['direction-unknown']).toEqual(['direction-unknown'])
      }),
    )
  })
})
