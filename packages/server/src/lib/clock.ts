/** The only place that reads the time; tests replace it in `ctx`. */
export type Clock = { now(): Temporal.Instant }

export const systemClock: Clock = { now: () => Temporal.Now.instant() }

/** The instant `seconds` after `instant`, as the database and the wire want it. */
export const after = (instant: Temporal.Instant, seconds: number) => instant.add({ seconds }).toString()

/** Milliseconds since 1970 as the database and the wire want them. */
export const instantOf = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toString()
