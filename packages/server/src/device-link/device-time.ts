import type { Db } from '../db/open-database.ts'
import { readLatestSeen } from './latest-seen-reads.ts'

// Clocks that were never set show 1970; a time beyond these bounds is no clock's time.
const earliest = '1970-01-01T00:00:00Z'
const latest = '2200-01-01T00:00:00Z'

/**
 * An instant that a clock may show, in a form that PostgreSQL reads and that sorts as text; undefined for any other.
 */
export function readInstant(text: string): string | undefined {
  // ISO 8601 of the same form sorts as text; only another offset than Z needs arithmetic.
  if (text.length <= 30 && text.endsWith('Z') && text >= earliest && text < latest) return text
  try {
    const instant = Temporal.Instant.from(text)
    const isPlausible =
      Temporal.Instant.compare(instant, earliest) >= 0 && Temporal.Instant.compare(instant, latest) < 0
    return isPlausible ? instant.toString() : undefined
  } catch {
    return undefined
  }
}

/** A clock that is further ahead is wrong: data that claims the year 2194 would lead every list until then. */
const maxAheadHours = 24

/**
 * `at`: the time under which it is stored. `claimedAt`: the time that the device sent, if it is stored under its
 * arrival instead (ADR 0053).
 */
export type Placed = { at: string; claimedAt: string | null }

/**
 * Gives the function that decides under which time a device's data are stored, from the result of `readInstant`: the
 * device's time, or `now` if that is more than a day ahead. If the server's clock was set back, it is no measure of a
 * device's: the latest time seen on this installation counts then.
 */
export async function placeByTime(
  db: Db,
  claims: readonly string[],
  now: string,
): Promise<(claimed: string) => Placed> {
  const limit = dayAfter(now)
  // This is rare: only then is it worth a query.
  const further = claims.some((claimed) => claimed > limit) ? await dayAfterLatestSeen(db) : undefined
  const isAhead = (claimed: string) => claimed > limit && !(further !== undefined && claimed <= further)
  return (claimed) => (isAhead(claimed) ? { at: now, claimedAt: claimed } : { at: claimed, claimedAt: null })
}

const dayAfter = (instant: string) => Temporal.Instant.from(instant).add({ hours: maxAheadHours }).toString()

async function dayAfterLatestSeen(db: Db): Promise<string | undefined> {
  const latest = await readLatestSeen(db)
  return latest ? dayAfter(latest) : undefined
}

/** A clock that is further off is wrong: its times are marked as doubtful. */
const maxClockErrorMs = 300_000
/** The offset of a clock that is weeks off or was never set is kept as this: the column holds no more. */
export const maxClockOffsetMs = 2_147_483_647
/** A measured offset that is smaller is the way of the greeting to the server, and the breath of a clock. */
export const driftMs = 2_000

/**
 * The moment of an event by the server's own clock: the time that a device said, corrected by the offset of its clock as it was measured
 * last, and never later than it arrived. The clock of a device may be right by now: a time of the past is never moved further back.
 */
export function byServerClock(said: string, receivedAt: string, clockOffsetMs: number | null): string {
  const [saidMs, receivedMs] = [msOf(said), msOf(receivedAt)]
  const offsetMs = clockOffsetMs ?? 0
  if (offsetMs === -maxClockOffsetMs) return receivedAt
  const isCorrected = offsetMs < -driftMs || (offsetMs > driftMs && saidMs > receivedMs)
  const atMs = isCorrected ? saidMs - offsetMs : saidMs
  if (atMs > receivedMs) return receivedAt
  return isCorrected ? Temporal.Instant.fromEpochMilliseconds(atMs).toString() : said
}

/** Whether the clock of a device that says this was wrong. */
export const hasWrongClock = (said: string, receivedAt: string, clockOffsetMs: number | null): boolean =>
  Math.abs(clockOffsetMs ?? 0) > maxClockErrorMs || msOf(said) - msOf(receivedAt) > maxClockErrorMs

const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds
