import { describe, expect, it } from 'vitest'
import { type Benchmark, formatNumber, type Measurement, requireWork, row } from './benchmark.ts'
import { percentile } from './percentile.ts'
import { formatTable } from './table.ts'

const limit = { what: 'bare', value: 200 }

describe('a row', () => {
  it('holds the ratio to the raw limit, and whether the aim is met', () => {
    expect(row({ what: 'stored', value: 150, unit: '/s', limit, atLeast: 100 })).toEqual({
      what: 'stored',
      value: 150,
      unit: '/s',
      limit: 200,
      limitWhat: 'bare',
      ratio: 0.75,
      aim: '≥ 100',
      met: true,
    })
    expect(row({ what: 'stored', value: 99, unit: '/s', atLeast: 100 }).met).toBe(false)
    expect(row({ what: 'lost', value: 1, unit: 'records', atMost: 0 }).met).toBe(false)
  })

  it('without an aim is neither met nor missed', () => {
    expect(row({ what: 'stored', value: 150, unit: '/s' })).toMatchObject({ aim: null, met: null, ratio: null })
  })
})

describe('the work of a measurement', () => {
  const figures = [row({ what: 'stored', value: 150, unit: '/s' })]
  const measured = (expected: number, done: number): Measurement => ({
    work: { what: 'rows', expected, done },
    rows: figures,
  })

  it('is part of its type: a benchmark that gives figures alone does not compile', () => {
    // @ts-expect-error -- figures without the work that they are of
    const bare: Measurement = { rows: figures }
    // @ts-expect-error -- the same in a benchmark
    const benchmark: Benchmark = { name: 'bare', about: '', run: async () => figures }
    expect([bare.work, benchmark.name]).toEqual([undefined, 'bare'])
  })

  it('fails a benchmark that did less, more, or nothing at all', () => {
    expect(() => requireWork([measured(310_000, 310_000)])).not.toThrow()
    expect(() => requireWork([measured(20, 20), measured(310_000, 0)])).toThrow('rows: 0 of 310,000')
    expect(() => requireWork([measured(20, 21)])).toThrow('21 of 20')
    expect(() => requireWork([measured(0, 0)])).toThrow('0 of 0')
    expect(() => requireWork([])).toThrow('nothing was measured')
  })
})

it('numbers keep three digits that count', () => {
  expect([0.123, 12.34, 1234.5, 30_000, 7].map(formatNumber)).toEqual(['0.12', '12.3', '1,235', '30,000', '7'])
})

it('percentiles are of the sorted measurements, and nothing measured is 0', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
  expect(percentile([1, 2, 3, 4], 0.95)).toBe(4)
  expect(percentile([], 0.5)).toBe(0)
})

it('a missed aim stands out in the table', () => {
  const lines = formatTable([
    row({ what: 'stored', value: 99, unit: '/s', limit, atLeast: 100 }),
    row({ what: 'seen', value: 1, unit: 'ms' }),
  ]).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toMatch(/^stored +99 +\/s +200 +0\.49\d* +≥ 100 +MISSED +bare$/)
  expect(lines[3]).toBe('seen        1  ms')
})
