/** An instant as the wall clock and the calendar at one place show it. */
export interface LocalMoment {
  /** local date, `yyyy-MM-dd` */
  on: string
  /** 1 is Monday, 7 is Sunday */
  weekday: number
  /** 0 to 1439: what the wall clock shows, not minutes since midnight (those differ on days of 23 and 25 hours) */
  minuteOfDay: number
  /** 0 to 86399, of the wall clock like the minute */
  secondOfDay: number
}

/**
 * The digest that every rule of time starts from: rules compare what stands on the wall and never do arithmetic on instants.
 *
 * When clocks go back, the repeated hour gives the same minutes twice; when they go forward, the skipped minutes never come.
 *
 * `timeZone` is an IANA name or an offset such as `+08:00`. Throws a RangeError for an unknown zone, or a time that is not a whole number.
 */
export function localMoment(epochMilliseconds: number, timeZone: string): LocalMoment {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(timeZone).toPlainDateTime()
  const minuteOfDay = local.hour * 60 + local.minute
  return {
    on: local.toPlainDate().toString(),
    weekday: local.dayOfWeek,
    minuteOfDay,
    secondOfDay: minuteOfDay * 60 + local.second,
  }
}
