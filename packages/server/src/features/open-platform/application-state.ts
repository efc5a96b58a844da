import { type ApplicationState, reviewWorkingDays } from '@gatehouse/contract/features/open-platform.ts'

/** BU-04: the state follows from the approved domain and the waiting one. */
export function stateOf(domain: readonly string[], pending: readonly string[] | null): ApplicationState {
  if (domain.length > 0) return pending ? 'using-change-pending' : 'using'
  return pending ? 'pending-review' : 'failed'
}

/** The last day for the result of a review: the fifth working day after the day of the request. */
export function reviewDueOn(appliedAt: string, timeZone: string): string {
  let day = Temporal.Instant.from(appliedAt).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let working = 0; working < reviewWorkingDays;) {
    day = day.add({ days: 1 })
    if (day.dayOfWeek <= 5) working++
  }
  return day.toString()
}
