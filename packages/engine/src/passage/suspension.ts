import type { Direction } from './vocabulary.ts'

/** A time in which a person is suspended. */
export interface Suspension {
  fromMs: number
  /** this instant is no longer suspended; null: until somebody ends it */
  toMs: number | null
}

export type SuspensionReason =
  | { code: 'suspended' | 'suspended-may-leave'; fromMs: number; toMs: number | null }
  | { code: 'left' | 'left-may-leave'; leftMs: number }
  | { code: 'clock-unset' }

interface Person {
  suspensions?: readonly Suspension[] | undefined
  leftMs?: number | null | undefined
}

interface Moment {
  atMs: number | null
  direction?: Direction | undefined
}

/**
 * Is the person suspended, or have they left? Null: neither.
 *
 * 1. Either may go out, where nothing else is against it, but not come in: nobody is shut in. Only a reader that is known
 *    to lead out lets them: at a reader of both directions nobody can tell which way they would go.
 * 2. On the way in the suspension is named before the leaving, on the way out the leaving before the suspension.
 * 3. Of several suspensions the one that lasts longest is named.
 *
 * A clock that was never set refuses a person of whom the answer depends on it.
 */
export function evaluateSuspension(
  { suspensions = [], leftMs = null }: Person,
  moment: Moment,
): SuspensionReason | null {
  if (suspensions.length === 0 && leftMs === null) return null
  const { atMs, direction } = moment
  const isGoingOut = direction === 'exit'
  if (atMs === null) return isGoingOut ? null : { code: 'clock-unset' }

  const [suspension] = suspensions.filter((one) => isDuring(one, atMs)).toSorted(longestFirst)
  if (suspension && !isGoingOut) return { code: 'suspended', ...suspension }
  // Asked this way round, a NaN from a broken record counts as left.
  if (leftMs !== null && !(atMs < leftMs)) return { code: isGoingOut ? 'left-may-leave' : 'left', leftMs }
  return suspension ? { code: 'suspended-may-leave', ...suspension } : null
}

/** A NaN on either side is taken as during. */
function isDuring({ fromMs, toMs }: Suspension, atMs: number): boolean {
  const isBefore = atMs < fromMs
  const isOver = toMs !== null && toMs <= atMs
  return !isBefore && !isOver
}

function longestFirst(a: Suspension, b: Suspension): number {
  const [endOfA, endOfB] = [a.toMs ?? Infinity, b.toMs ?? Infinity]
  return endOfA === endOfB ? a.fromMs - b.fromMs : endOfB - endOfA
}
