import { AppError } from '@gatehouse/contract/errors.ts'

/** What one address may ask for within a window: a whole office may share one. Pictures cost the face engine's time. */
const limits = { calls: { free: 240, windowMs: 60_000 }, pictures: { free: 60, windowMs: 600_000 } } as const
const mostAddresses = 10_000

/**
 * Calls of people without an account, by address, in this process only. The tokens in their links cannot be guessed; this
 * keeps a caller who tries, or a broken phone, from occupying the server.
 */
export type PublicCalls = {
  /** Counts one call. @throws AppError request.too-many with the seconds to wait */
  refuseMany(address: string, hasPicture: boolean): void
}

export function countPublicCalls(nowMs: () => number = () => performance.now()): PublicCalls {
  const windows = { calls: new Map<string, Window>(), pictures: new Map<string, Window>() }
  const count = (kind: keyof typeof limits, address: string) => {
    const { free, windowMs } = limits[kind]
    const known = windows[kind]
    const entry = known.get(address)
    const leftMs = (entry?.endsMs ?? 0) - nowMs()
    if (!entry || leftMs <= 0) {
      // The oldest goes first: a Map keeps the order in which its keys came.
      if (known.size >= mostAddresses) known.delete(known.keys().next().value ?? '')
      known.delete(address)
      known.set(address, { count: 1, endsMs: nowMs() + windowMs })
      return
    }
    if (entry.count >= free) throw new AppError('request.too-many', { seconds: Math.ceil(leftMs / 1000) })
    entry.count++
  }
  return {
    refuseMany(address, hasPicture) {
      count('calls', address)
      if (hasPicture) count('pictures', address)
    },
  }
}

type Window = { count: number; endsMs: number }
