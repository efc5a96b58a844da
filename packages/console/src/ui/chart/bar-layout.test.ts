import { describe, expect, it } from 'vitest'
import { type BarData, layoutBars, scaleOf, sumOf } from './bar-layout.ts'

const data: BarData = {
  columns: ['05', '06', '07'].map((label) => ({ label, title: `${label}:00` })),
  series: [
    { name: 'Staff', colour: '--ink-2', values: [0, 10, 40] },
    { name: 'Visitors', colour: '--kind-visitor', values: [0, 5, 0] },
  ],
  behind: { name: 'Usual', values: [0, 20, 60] },
  marks: { name: 'Alarms', values: [0, 2, 0] },
  now: { at: 1.5, label: '06:30' },
}

describe('a chart of bars', () => {
  it('has a scale of few round numbers that ends above the largest', () => {
    expect(scaleOf(0)).toEqual([0, 1])
    expect(scaleOf(3)).toEqual([0, 1, 2, 3])
    expect(scaleOf(74)).toEqual([0, 50, 100])
    expect(scaleOf(612)).toEqual([0, 500, 1000])
    for (let most = 1; most < 3_000; most++) {
      const scale = scaleOf(most)
      expect(scale.at(-1)).toBeGreaterThanOrEqual(most)
      expect(scale.length).toBeLessThanOrEqual(5)
      expect(scale.every(Number.isInteger)).toBe(true)
    }
  })

  it('stands its kinds one upon the other, with the comparison behind them', () => {
    const { columns, bottom } = layoutBars(data, 300, 180)
    const [, six, seven] = columns
    expect(columns[0]).toMatchObject({ bars: [], behind: undefined, mark: undefined, sum: undefined })
    const [staff, visitors] = six!.bars
    expect(staff!.y + staff!.height).toBeCloseTo(bottom)
    expect(visitors!.y + visitors!.height).toBeCloseTo(staff!.y)
    expect(visitors!.height * 2).toBeCloseTo(staff!.height)
    expect(seven!.behind!.height / seven!.bars[0]!.height).toBeCloseTo(1.5)
    expect(seven!.behind!.width).toBeGreaterThan(seven!.bars[0]!.width)
    expect(six!.mark).toBeDefined()
    expect(six!.sum?.value).toBe(sumOf(data, 1))
  })

  it('leaves out a sum that would stand upon the time of now', () => {
    const high = {
      ...data,
      series: [{ name: 'Staff', colour: '--ink-2' as const, values: [0, 60, 60] }],
      behind: undefined,
    }
    expect(layoutBars({ ...high, now: { at: 1.3, label: '06:18' } }, 300, 180).columns[1]!.sum).toBeUndefined()
    expect(layoutBars({ ...high, now: { at: 1.3, label: '' } }, 300, 180).columns[1]!.sum?.value).toBe(60)
  })

  it('hangs the other direction below the line, by the same scale', () => {
    const { columns, bottom, floor, axisY } = layoutBars(
      { ...data, below: { name: 'Out', values: [0, 20, 40] } },
      300,
      180,
    )
    const [none, six, seven] = columns
    expect(none!.below).toBeUndefined()
    expect(six!.below!.y).toBeCloseTo(bottom)
    expect(seven!.below!.height).toBeCloseTo(seven!.bars[0]!.height)
    expect(six!.below!.height * 2).toBeCloseTo(seven!.below!.height)
    expect(seven!.below!.y + seven!.below!.height).toBeCloseTo(floor)
    expect(axisY).toBeGreaterThan(floor)
    expect(layoutBars(data, 300, 180).floor).toBe(layoutBars(data, 300, 180).bottom)
  })

  it('keeps within its width at every size, and leaves out names that would touch', () => {
    const year = Array.from({ length: 365 }, (_, day) => ({ label: '2026-01-01', title: String(day) }))
    for (const width of [280, 770, 1140]) {
      const wide = { ...data, columns: year, now: undefined }
      const { columns, right } = layoutBars(wide, width, 320)
      expect(columns.at(-1)!.slot.x + columns.at(-1)!.slot.width).toBeCloseTo(right)
      const named = columns.filter(({ isNamed }) => isNamed)
      expect(named.length).toBeGreaterThan(1)
      expect(named[1]!.slot.x - named[0]!.slot.x).toBeGreaterThanOrEqual(70)
    }
    expect(layoutBars(data, 300, 180).now).toBeCloseTo((layoutBars(data, 300, 180).left + 296) / 2)
  })
})
