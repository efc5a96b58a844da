import { AppError } from '@gatehouse/contract/errors.ts'
import { networkOf } from '../lib/network-of.ts'
import { countCalls } from './rate-limiter.ts'

/** What one address may ask for within a window: a whole office may share one. Pictures cost the face engine's time. */
const limits = { calls: { free: 240, windowMs: 60_000 }, pictures: { free: 60, windowMs: 600_000 } } as const

/**
 * Calls of people without an account, by address, in this process only. The tokens in their links cannot be guessed; this
 * keeps a caller who tries, or a broken phone, from occupying the server.
 */
export type PublicCalls = {
  /** Counts one call. @throws AppError request.too-many with the seconds to wait */
  refuseMany(address: string, hasPicture: boolean): void
}

export function countPublicCalls(nowMs?: () => number): PublicCalls {
  const calls = countCalls(limits.calls, nowMs)
  const pictures = countCalls(limits.pictures, nowMs)
  return {
    refuseMany(address, hasPicture) {
      const caller = networkOf(address)
      const seconds = calls.take(caller) ?? (hasPicture ? pictures.take(caller) : null)
      if (seconds !== null) throw new AppError('request.too-many', { seconds })
    },
  }
}
