import { embeddingSize, normalise } from '@gatehouse/face/core/embed-face.ts'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import { describe, expect, it } from 'vitest'
import {
  comparePairs,
  identify,
  measureTogether,
  type MeasuredPerson,
  proposedThreshold,
  shareFrom,
  thresholdAt,
  tpirAt,
  verifyHeldOut,
} from './measure-accuracy.ts'

const random = seededRandom(25)
const direction = () => normalise(Float32Array.from({ length: embeddingSize }, () => random() + random() - 1))
/** People whose photographs scatter around a direction of their own. */
const makePeople = (
  count: number,
  photographs: number,
  scatter: number,
  group: string | null = null,
): MeasuredPerson[] =>
  Array.from({ length: count }, (_, n) => {
    const own = direction()
    const embeddings = Array.from({ length: photographs }, () => {
      const other = direction()
      return normalise(own.map((value, i) => value + scatter * (other[i] ?? 0)))
    })
    return { name: `${group ?? ''} ${n}`, group, embeddings }
  })

describe('pairs', () => {
  it('each pair of photographs is compared once, as one of one person or one of two', () => {
    const { genuine, impostor } = comparePairs(makePeople(4, 3, 1))
    expect(genuine).toHaveLength(4 * 3)
    expect(impostor).toHaveLength(6 * 9)
    expect(genuine[0]).toBeGreaterThan(impostor.at(-1) ?? 1)
  })

  it('the pairs of a group are those in which one of it takes part', () => {
    const people = [...makePeople(2, 2, 1, 'a'), ...makePeople(3, 2, 1, 'b')]
    const { genuine, impostor } = comparePairs(people, 'a')
    expect(genuine).toHaveLength(2)
    expect(impostor).toHaveLength((1 + 2 * 3) * 4)
  })
})

describe('rates', () => {
  it('a threshold lets through the share that was asked for, and a share of too few is not guessed', () => {
    const sorted = Array.from({ length: 1_000 }, (_, n) => n / 1_000)
    expect(shareFrom(sorted, thresholdAt(sorted, 0.01) ?? 0)).toBeCloseTo(0.01, 6)
    expect(thresholdAt(sorted, 0.001)).toBeNull()
    expect(shareFrom([], 0.5)).toBe(0)
  })

  it('a threshold is measured where the pairs can show the rate, guessed beyond, and not proposed from a handful', () => {
    const sorted = Array.from({ length: 1_000 }, (_, n) => n / 2_000)
    expect(proposedThreshold(sorted, 0.01)).toEqual({ cosine: thresholdAt(sorted, 0.01), isGuessed: false })
    // The rarest rate is 3 in 1,000; a tenth of it lies a twelfth higher.
    const rarest = thresholdAt(sorted, 0.003) ?? 0
    expect(proposedThreshold(sorted, 0.0003)).toMatchObject({ isGuessed: true })
    expect(proposedThreshold(sorted, 0.0003)?.cosine).toBeCloseTo(rarest + 1 / 12, 6)
    expect(proposedThreshold(sorted.slice(0, 20), 0.0003)).toBeNull()
  })

  it('verification takes its threshold from other people than it measures', () => {
    const at = verifyHeldOut(makePeople(30, 4, 1.5), 0.01)
    expect(at?.far).toBeGreaterThan(0.001)
    expect(at?.far).toBeLessThan(0.04)
    expect(at?.tar).toBeGreaterThan(0.99)
    expect(verifyHeldOut(makePeople(3, 2, 1), 1e-3)).toBeNull()
  })
})

it('photographs sent together differ as soon as one pair of them does', () => {
  const [a, b] = [direction(), direction()]
  const people: MeasuredPerson[] = [{ name: 'a', group: null, embeddings: [a, a, b, a, a] }]
  expect(measureTogether(people, 0.5, 2)).toEqual({ sets: 4, differing: 2 })
  expect(measureTogether(people, 0.5, 3)).toEqual({ sets: 3, differing: 3 })
  expect(measureTogether(people, -1, 5)).toEqual({ sets: 1, differing: 0 })
  expect(measureTogether(people, 0.5, 6)).toEqual({ sets: 0, differing: 0 })
})

describe('identification', () => {
  const known = makePeople(40, 6, 2.2)
  const people = [...known, ...makePeople(300, 1, 2.2)]
  const of = (portraits: number, isMean: boolean, looks: number) => {
    const found = identify(people, { portraits, isMean, looks })
    if (!found) throw new Error('nobody was left')
    return { ...found, at: tpirAt(found, 0.02) }
  }

  it('people with enough photographs are enrolled, all others are strangers', () => {
    const { probes, strangers } = of(1, false, 1)
    expect(probes).toHaveLength(40 * 3)
    expect(strangers).toHaveLength(300)
    expect(of(3, true, 3).probes).toHaveLength(40)
    expect(identify(known, { portraits: 1, isMean: false, looks: 1 }), 'no strangers').toBeNull()
  })

  it('the mean of three portraits finds more than one portrait, and the mean of three looks still more', () => {
    const [one, mean, both] = [
      of(1, false, 1).at?.tpir ?? 0,
      of(3, true, 1).at?.tpir ?? 0,
      of(3, true, 3).at?.tpir ?? 0,
    ]
    expect(mean).toBeGreaterThan(one)
    expect(both).toBeGreaterThanOrEqual(mean)
    expect(both).toBeGreaterThan(0.95)
  })

  it('a person who is most alike to somebody else is not found, however alike they are', () => {
    const [a, b] = [direction(), direction()]
    const swapped: MeasuredPerson[] = [
      { name: 'a', group: null, embeddings: [a, a, a, b] },
      { name: 'b', group: null, embeddings: [b, b, b, a] },
      ...makePeople(300, 1, 1),
    ]
    const found = identify(swapped, { portraits: 1, isMean: false, looks: 1 })
    expect(found && tpirAt(found, 0.02)?.tpir).toBe(0)
  })
})
