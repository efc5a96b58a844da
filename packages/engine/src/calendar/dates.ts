/** Dates as `yyyy-MM-dd`, which compare as text. */

export const addDays = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString()

const following = new Map<string, string>()

/** The date after; remembered, since the same few are asked for again and again. */
export function nextDay(on: string): string {
  let next = following.get(on)
  if (!next) {
    if (following.size > 5_000) following.clear()
    next = addDays(on, 1)
    following.set(on, next)
  }
  return next
}

/** Every date from the first to the last, both included. */
export function datesBetween(fromOn: string, toOn: string): string[] {
  const dates: string[] = []
  for (let on = fromOn; on <= toOn; on = nextDay(on)) dates.push(on)
  return dates
}

/** The latest date that any clock on earth shows while it is `today` somewhere. */
export const latestDateAnywhere = (today: string) => addDays(today, 2)
