import { AppError } from '@gatehouse/contract/errors.ts'
import { networkOf } from '../lib/network-of.ts'
import { createRateLimiter } from './rate-limiter.ts'

/**
 * The number of calls of one address within a window: a whole office may share one. Pictures cost the face engine's
 * time.
 */
const limits = { calls: { free: 240, windowMs: 60_000 }, pictures: { free: 150, windowMs: 600_000 } } as const

/**
 * Calls of people without an account, by address, in this process only. The tokens in their links cannot be guessed;
 * this prevents a caller who tries, or a broken phone, from occupying the server.
 */
export type PublicRateLimiter = {
  /** Counts one call. @throws AppError request.too-many with the seconds to wait */
  consume(address: string): void
  /** Counts the picture of a call, which is about to be read. @throws AppError request.too-many with the seconds to wait */
  consumePicture(address: string): void
  /** A picture that was counted comes again: a page sends one that a busy server puts off by itself. */
  giveBackPicture(address: string): void
}

export function createPublicRateLimiter(nowMs?: () => number): PublicRateLimiter {
  const calls = createRateLimiter(limits.calls, nowMs)
  const pictures = createRateLimiter(limits.pictures, nowMs)
  const refuse = (seconds: number | null) => {
    if (seconds !== null) throw new AppError('request.too-many', { seconds })
  }
  return {
    consume: (address) => refuse(calls.consume(networkOf(address))),
    consumePicture: (address) => refuse(pictures.consume(networkOf(address))),
    giveBackPicture: (address) => pictures.giveBack(networkOf(address)),
  }
}
