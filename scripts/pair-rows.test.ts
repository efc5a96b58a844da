import { expect, it } from 'vitest'
import { type Factors, pairRows } from './pair-rows.ts'

const looks = {
  role: ['super', 'main', 'sub', 'device', 'visitor'],
  language: ['en', 'zh', 'zh-tw'],
  width: ['1440', '1024', '390'],
  theme: ['light', 'dark'],
  state: ['full', 'empty', 'loading', 'failed'],
} as const

/** The pairs of two factors' values that no row has. */
function missingPairs(factors: Factors, rows: readonly Readonly<Record<string, string>>[]): string[] {
  const names = Object.keys(factors)
  return names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .flatMap((other) =>
        (factors[one] ?? []).flatMap((a) =>
          (factors[other] ?? [])
            .filter((b) => !rows.some((row) => row[one] === a && row[other] === b))
            .map((b) => `${one}=${a} ${other}=${b}`),
        ),
      ),
  )
}

it('each group has every value of every factor, in as many rows as the longest factor has values', () => {
  for (const group of pairRows(looks, 40)) {
    expect(group).toHaveLength(5)
    for (const [name, values] of Object.entries(looks))
      expect(new Set(group.map((row) => row[name as keyof typeof looks]))).toEqual(new Set(values))
  }
})

it('a dozen groups have every pair of values of any two factors', () => {
  expect(missingPairs(looks, pairRows(looks, 12).flat())).toEqual([])
})

it('pairs also meet where a role may open few pages', () => {
  const few = { ...looks, role: ['super', 'main'] }
  expect(missingPairs(few, pairRows(few, 12).flat())).toEqual([])
})

it('the same rows come at every call', () => {
  expect(pairRows(looks, 3)).toEqual(pairRows(looks, 3))
})
