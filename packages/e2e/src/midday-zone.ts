/** A zone in which it is the middle of a day now, of the same date as in UTC: no test meets the change of its date. */
export function middayZone(): string {
  const { hour } = Temporal.Now.zonedDateTimeISO('UTC')
  if (hour < 4) return 'Asia/Shanghai'
  return hour < 20 ? 'Europe/London' : 'America/Los_Angeles'
}
