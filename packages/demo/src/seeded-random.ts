import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'

/** Chance that is the same at every run: the company of two demos is one and the same, and so are its days. */
export type SeededRandom = {
  /** 0 ≤ x < 1 */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  /** One of a list that has something in it. */
  pick<T>(from: readonly T[]): T
  happens(share: number): boolean
  /** Around zero, rarely further than three times `spread`. */
  around(spread: number): number
}

/** Begun from a word, which the FNV hash makes a number. */
export function createSeededRandom(word: string): SeededRandom {
  let seed = 2_166_136_261
  for (const char of word) seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 16_777_619)
  const next = seededRandom(seed)
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick(from) {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
    happens: (share) => next() < share,
    around: (spread) => (next() + next() + next() + next() - 2) * 1.7 * spread,
  }
}
