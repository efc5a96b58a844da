import type { LicenceRow } from './licence-store.ts'

/** Whether a licence is in force, and the reason if it is not. */
export type Standing = 'active' | 'expired' | 'not-yet-valid'

const isAfter = (one: Temporal.Instant | string, other: Temporal.Instant | string) =>
  Temporal.Instant.compare(one, other) > 0

/** A licence that was loaded in advance and has not begun. */
export const isWaiting = ({ begins_at, withdrawn_at }: LicenceRow, now: Temporal.Instant): boolean =>
  withdrawn_at === null && begins_at !== null && isAfter(begins_at, now)

/**
 * The current licence, in force or not: the one that was loaded last, or whose day has come. `rows` in the order of the
 * store.
 */
export const licenceAt = (rows: readonly LicenceRow[], now: Temporal.Instant): LicenceRow | undefined =>
  rows.find((row) => row.withdrawn_at === null && !isWaiting(row, now))

/**
 * The last day of all licences: the end of the current one, or of the last one loaded in advance that follows it without a gap.
 * Gives it with the kind of that licence; undefined without a current licence.
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
 * A trial is over once the clock has passed its end, even if the clock is set back later. A paid licence follows the clock alone: its file
 * could not be issued again for a time that a wrong clock has passed.
 * @param latestSeen the latest time that the clock of this installation has shown
 */
export function standingOf(row: LicenceRow, now: Temporal.Instant, latestSeen: Temporal.Instant): Standing {
  if (isAfter(row.valid_from, now)) return 'not-yet-valid'
  const reached = row.kind === 'trial' && isAfter(latestSeen, now) ? latestSeen : now
  return isAfter(row.valid_to, reached) ? 'active' : 'expired'
}
