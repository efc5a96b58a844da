/* oxlint-disable no-restricted-globals -- the only file that asks the browser's Date: Safari has no Temporal yet, and its
   polyfill would weigh half as much as the login page. Nothing but numbers leaves this file. */

/** Milliseconds since 1970. */
export const nowMs = () => Date.now()

/** The milliseconds of an ISO 8601 instant; NaN if it is not one. */
export const instantMs = (instant: string) => Date.parse(instant)

/** Milliseconds since 1970 as an ISO 8601 instant. */
export const instantOf = (milliseconds: number) => new Date(milliseconds).toISOString()

/** UTC minus local time here and now, in minutes (−480 in Shanghai). */
export const zoneOffsetMinutes = () => new Date().getTimezoneOffset()

export const currentYear = () => new Date().getFullYear()

/** Sunday 0 to Saturday 6, for a local date `yyyy-MM-dd`. */
export const dayOfWeek = (localDate: string) => new Date(`${localDate}T00:00:00Z`).getUTCDay()
