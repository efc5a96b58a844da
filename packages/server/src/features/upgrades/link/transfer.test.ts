import { expect, it } from 'vitest'
import { readByteRange } from './byte-range.ts'
import { createPieceCache } from './package-pieces.ts'
import { bytesPerSecond, createBandwidthLimiter } from './bandwidth-limiter.ts'
import { createDownloadQueue } from './download-queue.ts'

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

it('a bandwidth is shared: a request while others wait comes after them, and idle time is not saved up', () => {
  let nowMs = 0
  const rate = createBandwidthLimiter(1000, () => nowMs)
  expect([rate.waitMs(500), rate.waitMs(500), rate.waitMs(500)]).toEqual([0, 500, 1000])
  nowMs = 1_500
  expect(rate.waitMs(1000)).toBe(0)
  nowMs = 60_000
  expect([rate.waitMs(1000), rate.waitMs(1)]).toEqual([0, 1000])
  expect(bytesPerSecond(200)).toBe(25_000_000)
})

it('[UPG-04] the more devices wait, the later each asks again', () => {
  let nowMs = 0
  const queue = createDownloadQueue(() => nowMs)
  const first = queue.comeAgain('first')
  expect(first).toBeGreaterThanOrEqual(3)
  expect(first).toBeLessThanOrEqual(8)
  for (let device = 0; device < 1000; device++) queue.comeAgain(`${device}`)
  const last = queue.comeAgain('last')
  expect(last).toBeGreaterThanOrEqual(25)
  expect(last).toBeLessThanOrEqual(76)
  // A device that asks again counts once, and one that has given up does not count.
  for (let time = 0; time < 10; time++) expect(queue.comeAgain('last')).toBeLessThanOrEqual(76)
  nowMs = 600_000
  expect(queue.comeAgain('last')).toBeLessThanOrEqual(8)
})

it('a piece that many read is opened once, and again after it could not be read', async () => {
  let reads = 0
  let isBroken = true
  const cache = createPieceCache(
    {
      async get(hash) {
        reads++
        if (isBroken) throw new Error('the disk is gone')
        return hash[0] === 9 ? undefined : hash
      },
    },
    2,
  )
  const piece = (number: number) => cache.get(Buffer.of(number))
  await expect(piece(1)).rejects.toThrow('the disk is gone')
  isBroken = false
  expect(await Promise.all([piece(1), piece(1), piece(1)])).toEqual(Array(3).fill(Buffer.of(1)))
  expect(reads).toBe(2)
  expect([await piece(9), await piece(9)]).toEqual([undefined, undefined])
  expect(reads).toBe(4)
  // The number of kept pieces is limited: the one that was read longest ago is dropped first.
  await piece(2)
  await piece(3)
  await piece(2)
  expect(reads).toBe(6)
  await piece(1)
  expect(reads).toBe(7)
})
