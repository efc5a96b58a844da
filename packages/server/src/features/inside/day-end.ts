/**
 * The last end of a day until now, on a clock of the given zone. Each date has one: in the hour that a clock skips it is as much later,
 * and of the hour that a clock repeats the first counts.
 */
export function latestDayEnd(now: Temporal.Instant, minute: number, timeZone: string): Temporal.Instant {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const at = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 })
  const endOf = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone, plainTime: at }).toInstant()
  // A date that a clock skips as a whole ends with the one after it: the end before that is two dates back.
  const ends = [1, 0, -1, -2].map((days) => endOf(today.add({ days })))
  const end = ends.find((one) => Temporal.Instant.compare(one, now) <= 0)
  if (!end) throw new Error(`no day has ended in ${timeZone}`)
  return end
}
