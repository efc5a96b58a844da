/** The only place where a terminal reads the time or waits; tests replace it. */
export type Clock = {
  /** Whole milliseconds since 1970, as this terminal's clock shows them: it may be wrong. */
  nowMs(): number
  /** Runs a function once, after this many milliseconds; gives a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => Temporal.Now.instant().epochMilliseconds,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** The instant as it goes over the wire. */
export const instantOf = (epochMs: number): string => Temporal.Instant.fromEpochMilliseconds(epochMs).toString()

/** Milliseconds since 1970 of an ISO 8601 instant that a schema has checked. */
export const epochMsOf = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds

/** A clock that shows less than this was never set: no terminal of this protocol is older. */
const minPlausibleMs = Temporal.Instant.from('2025-01-01T00:00:00Z').epochMilliseconds

/** The time that the clock shows, or null where it was never set. */
export function plausibleNowMs(clock: Clock): number | null {
  const nowMs = clock.nowMs()
  return nowMs < minPlausibleMs ? null : nowMs
}
