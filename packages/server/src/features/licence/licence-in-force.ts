import type { LicenceRow } from './licence-store.ts'

/** Whether a licence stands; of one that does not, why. */
export type Standing = 'active' | 'expired' | 'not-yet-valid'

const isAfter = (one: Temporal.Instant | string, other: Temporal.Instant | string) =>
  Temporal.Instant.compare(one, other) > 0

/** A licence that was loaded ahead and whose day has not come. */
export const isWaiting = ({ begins_at, withdrawn_at }: LicenceRow, now: Temporal.Instant): boolean =>
  withdrawn_at === null && begins_at !== null && isAfter(begins_at, now)

/** The licence that counts, in force or not: the last one that was loaded, or whose day came. `rows` in the order of the store. */
export const licenceAt = (rows: readonly LicenceRow[], now: Temporal.Instant): LicenceRow | undefined =>
  rows.find((row) => row.withdrawn_at === null && !isWaiting(row, now))

/**
 * When nothing counts any more: the end of the licence that counts, or of the last of those loaded ahead that follow it without a gap.
 * With the kind of that licence; undefined where none counts.
 */
export function coverOf(
  rows: readonly LicenceRow[],
  now: Temporal.Instant,
): Pick<LicenceRow, 'kind' | 'valid_to'> | undefined {
  const current = licenceAt(rows, now)
  const next = rows.filter((row) => isWaiting(row, now)).toReversed()
  return current && next.reduce((cover, row) => (isAfter(row.valid_from, cover.valid_to) ? cover : row), current)
}

/**
 * A trial is over when its end was seen once, wherever the clock is set back to afterwards. A paid licence goes by the clock alone: its file
 * could not be given again for a time that a wrong clock has seen.
 * @param latestSeen the latest time that was seen on this installation
 */
export function standingOf(row: LicenceRow, now: Temporal.Instant, latestSeen: Temporal.Instant): Standing {
  if (isAfter(row.valid_from, now)) return 'not-yet-valid'
  const reached = row.kind === 'trial' && isAfter(latestSeen, now) ? latestSeen : now
  return isAfter(row.valid_to, reached) ? 'active' : 'expired'
}
