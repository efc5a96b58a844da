import { AppError } from '@gatehouse/contract/errors.ts'

/** Wrong credentials from one address within a minute before it is asked to wait for the rest of it. */
const free = 30
const windowMs = 60_000
const mostAddresses = 10_000

/**
 * Wrong device credentials by address, in this process only. A secret of 256 bits cannot be guessed; this keeps a caller
 * who tries from occupying the database. Devices that are known already are not asked.
 */
export type WrongAttempts = {
  /** @throws AppError request.too-many with the seconds to wait */
  refuseMany(address: string): void
  note(address: string): void
}

export function countWrongAttempts(nowMs: () => number = () => performance.now()): WrongAttempts {
  const attempts = new Map<string, { count: number; endsMs: number }>()
  return {
    refuseMany(address) {
      const entry = attempts.get(address)
      const leftMs = (entry?.endsMs ?? 0) - nowMs()
      if (entry && leftMs > 0 && entry.count >= free)
        throw new AppError('request.too-many', { seconds: Math.ceil(leftMs / 1000) })
    },
    note(address) {
      const entry = attempts.get(address)
      if (entry && entry.endsMs > nowMs()) entry.count++
      else {
        // The oldest goes first: a Map keeps the order in which its keys came.
        if (attempts.size >= mostAddresses) attempts.delete(attempts.keys().next().value ?? '')
        attempts.delete(address)
        attempts.set(address, { count: 1, endsMs: nowMs() + windowMs })
      }
    },
  }
}
