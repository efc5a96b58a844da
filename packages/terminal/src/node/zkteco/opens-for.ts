import { clockOf, timeText, type ZkContext } from './zk-context.ts'

/** Everybody is in this one. */
const group = '1'

/** Whether an attendance terminal opens for somebody now: by the holiday where there is one, otherwise by one of their own zones. */
export function opensFor(context: ZkContext, pin: string): boolean {
  const { state, faults } = context
  const person = state.people.get(pin)
  if (!person || !person.zone.startsWith('0001')) return false
  const now = timeText(clockOf(context))
  const day = now.slice(5, 10).replace('-', '')
  const holiday = [...state.holidays.values()].find(({ from, to }) => from <= day && day <= to)
  if (holiday && state.observing.has(group) && !faults.ownZonesIgnoreHolidays) return isOpen(context, holiday.zone, now)
  const own = [4, 8, 12].map((at) => String(Number(person.zone.slice(at, at + 4))))
  return own.some((zone) => zone !== '0' && isOpen(context, zone, now))
}

function isOpen({ state }: ZkContext, zone: string, now: string): boolean {
  const weekday = Temporal.PlainDate.from(now.slice(0, 10)).dayOfWeek % 7
  const times = (state.zones.get(zone) ?? '').split(' ').map(Number)
  const [from = 2357, to = 2356] = times.slice(weekday * 2, weekday * 2 + 2)
  const clock = Number(now.slice(11, 16).replace(':', ''))
  return from <= clock && clock <= to
}
