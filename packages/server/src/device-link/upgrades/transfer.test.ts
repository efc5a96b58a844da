import { expect, it } from 'vitest'
import { readByteRange } from './byte-range.ts'
import { bytesPerSecond, openTransferRate } from './transfer-rate.ts'

it.each<[string | undefined, [number, number] | undefined]>([
  [undefined, [0, 99]],
  ['bytes=0-', [0, 99]],
  ['bytes=40-', [40, 99]],
  ['bytes=40-49', [40, 49]],
  ['bytes=40-4000', [40, 99]],
  ['bytes=-10', [90, 99]],
  ['bytes=-1000', [0, 99]],
  ['bytes=100-', undefined],
  ['bytes=-0', undefined],
  ['bytes=50-40', [0, 99]],
  ['bytes=0-1,5-6', [0, 99]],
  ['lines=1-2', [0, 99]],
  ['bytes=-', [0, 99]],
])('[UPG-04] of 100 bytes, %s is %j', (header, expected) => {
  const range = readByteRange(header, 100)
  expect(range && [range.from, range.to]).toEqual(expected)
})

it('a rate is shared: who asks while others wait comes after them, and idle time is not saved up', () => {
  let nowMs = 0
  const rate = openTransferRate(1000, () => nowMs)
  expect([rate.waitMs(500), rate.waitMs(500), rate.waitMs(500)]).toEqual([0, 500, 1000])
  nowMs = 1_500
  expect(rate.waitMs(1000)).toBe(0)
  nowMs = 60_000
  expect([rate.waitMs(1000), rate.waitMs(1)]).toEqual([0, 1000])
  expect(bytesPerSecond(200)).toBe(25_000_000)
})
