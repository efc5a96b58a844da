/** Chance that is the same at every run: the company of two demos is one and the same, and so are its days. */
export type Dice = {
  /** 0 ≤ x < 1 */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** One of a list that has something in it. */
  pick<T>(from: readonly T[]): T
  happens(share: number): boolean
  /** Around zero, rarely further than three times `spread`. */
  around(spread: number): number
}

/** Mulberry32, begun from a word. */
export function dice(word: string): Dice {
  let state = 2_166_136_261
  for (const char of word) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(from) {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
    happens: (share) => next() < share,
    around: (spread) => (next() + next() + next() + next() - 2) * 1.7 * spread,
  }
}
