import { expect, it } from 'vitest'
import { shareFigures } from './share-figures.ts'

const pace = { freshMs: 60_000, restMs: 5, restFactor: 0, maxRestMs: 5_000 }
/** A count that each reading returns once it is released. */
function countedReads() {
  let count = 0
  const gates: PromiseWithResolvers<void>[] = []
  return {
    begun: () => gates.length,
    finish: () => gates.at(-1)?.resolve(),
    read: async () => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return ++count
    },
  }
}
const settle = async (condition: () => boolean) => {
  while (!condition()) await new Promise((done) => setImmediate(done))
}

it('twenty callers who ask at once cost one reading, and callers who come soon after cost none', async () => {
  const reads = countedReads()
  const figures = shareFigures(reads.read, pace)
  const asked = Array.from({ length: 20 }, () => figures.get())
  await settle(() => reads.begun() === 1)
  reads.finish()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([1]))
  expect(await figures.get()).toBe(1)
  expect(reads.begun()).toBe(1)
})

it('a caller who asks after a change never gets an earlier reading, although a reading is under way', async () => {
  const reads = countedReads()
  const figures = shareFigures(reads.read, pace)
  const before = figures.get()
  await settle(() => reads.begun() === 1)
  figures.spoil()
  const after = [figures.get(), figures.get()]
  reads.finish()
  expect(await before).toBe(1)
  await settle(() => reads.begun() === 2)
  reads.finish()
  expect(await Promise.all(after)).toEqual([2, 2])
})

it('a reading that took long delays the next one for a limited time only', async () => {
  const reads = countedReads()
  const figures = shareFigures(reads.read, { ...pace, restFactor: 1e9, maxRestMs: 1 })
  for (const expected of [1, 2]) {
    const asked = figures.get()
    await settle(() => reads.begun() === expected)
    reads.finish()
    expect(await asked).toBe(expected)
    figures.spoil()
  }
})

it('a reading that failed is not kept', async () => {
  let isBroken = true
  const figures = shareFigures(async () => {
    if (isBroken) throw new Error('no database')
    return 'figures'
  }, pace)
  await expect(figures.get()).rejects.toThrow('no database')
  isBroken = false
  expect(await figures.get()).toBe('figures')
})
