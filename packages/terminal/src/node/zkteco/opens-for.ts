import { clockOf, timeText, type ZkContext } from './zk-context.ts'

/** Everybody is in this one. */
const group = '1'

/** Whether it opens its first door for somebody now. */
export const opensFor = (context: ZkContext, pin: string): boolean =>
  context.dialect === 'att' ? opensByZones(context, pin) : opensByRights(context, pin)

/** An access terminal has the zones of each right, with up to three spans on each day of the week, Sunday first. Holidays are not looked at. */
function opensByRights({ state, ...context }: ZkContext, pin: string): boolean {
  const person = state.people.get(pin)
  if (!person || person.isBarred) return false
  const now = timeText(clockOf({ state, ...context }))
  const weekday = Temporal.PlainDate.from(now.slice(0, 10)).dayOfWeek % 7
  const clock = Number(now.slice(11, 16).replace(':', ''))
  return (state.rightRows.get(pin) ?? []).some((row) => {
    const [zone = '', doors = '0'] = row.split(':')
    const spans = (state.zones.get(zone) ?? '')
      .split(' ')
      .slice(weekday * 3, weekday * 3 + 3)
      .map(Number)
    return (
      (Number(doors) & 1) === 1 && spans.some((span) => span > 0 && span >>> 16 <= clock && clock <= (span & 65_535))
    )
  })
}

/** An attendance terminal goes by the holiday where there is one, otherwise by one of somebody's own zones. */
function opensByZones(context: ZkContext, pin: string): boolean {
  const { state, faults } = context
  const person = state.people.get(pin)
  if (!person) return false
  if (faults.ignoresHours) return true
  if (!person.zone.startsWith('0001')) return false
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
