import type { DoorRules, DoorState } from './door-question.ts'

/**
 * Anti-passback forgets what somebody did before a reset: of the person, of the area entered or one around it, or at a time
 * of day.
 *
 * 1. A person who came in before the reset counts as outside the area entered: they come in once more, and the rule holds
 *    again from that passage on.
 * 2. Their location stays as it is, for lists of who is inside. They are counted once, so the number of people in the area
 *    does not hold them back.
 * 3. A person who came in after the reset is not forgiven.
 */
export function forgetBefore(
  around: NonNullable<DoorState['around']>,
  { entersAreaId, resetAtMs, locatedAtMs }: Reset,
): NonNullable<DoorState['around']> {
  const { person, occupancy } = around
  if (person === null || entersAreaId === null || resetAtMs === null) return around
  const { enteredAtMs } = person
  const isForgotten = (atMs: number | null) => atMs !== null && atMs <= resetAtMs
  const index = isForgotten(locatedAtMs) ? person.areaIds.indexOf(entersAreaId) : -1
  return {
    ...around,
    person: {
      areaIds: person.areaIds.slice(index + 1),
      enteredAtMs: isForgotten(enteredAtMs) ? null : enteredAtMs,
    },
    occupancy: index === -1 || occupancy === null ? occupancy : Math.max(0, occupancy - 1),
  }
}

interface Reset extends Pick<DoorRules, 'entersAreaId'> {
  /** The latest reset that holds for them; null: none. */
  resetAtMs: number | null
  /** Since when they have been where they are; null: they were never seen. */
  locatedAtMs: number | null
}

/** The last of these minutes of the day that is over, on this clock; null: none is set. Throws a RangeError for an unknown zone. */
export function lastDailyReset(nowMs: number, minutes: readonly number[], timeZone: string): number | null {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone)
  const today = now.toPlainDate()
  const times = [today, today.subtract({ days: 1 })].flatMap((date) =>
    minutes.map((minute) => {
      const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 }
      return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    }),
  )
  const past = times.filter((atMs) => atMs <= nowMs)
  return past.length > 0 ? Math.max(...past) : null
}
