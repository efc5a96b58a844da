import { AppError } from '@gatehouse/contract/errors.ts'
import { LRUCache } from 'lru-cache'
import { atMost } from '../lib/at-most.ts'

/** The requests of one device that pass at once, and how many more each second: with 100 messages in each they are enough. */
const burst = 20
const perSecond = 10
const maxDevices = 20_000

/** Prevents a device that sends messages without end from occupying the database; in this process only. */
export type MessageRateLimiter = {
  /** @throws AppError request.too-many with the seconds to wait */
  consume(deviceId: string): void
}

export function createMessageRateLimiter(nowMs: () => number = () => performance.now()): MessageRateLimiter {
  const buckets = new LRUCache<string, { left: number; atMs: number }>(atMost(maxDevices))
  return {
    consume(deviceId) {
      const now = nowMs()
      const before = buckets.get(deviceId) ?? { left: burst, atMs: now }
      const left = Math.min(burst, before.left + ((now - before.atMs) / 1000) * perSecond)
      buckets.set(deviceId, { left: left < 1 ? left : left - 1, atMs: now })
      if (left < 1) throw new AppError('request.too-many', { seconds: 1 })
    },
  }
}
