import type { Company } from './generate-company.ts'
import type { DoorEvent, DoorName } from './generate-day.ts'

type Recent = {
  /** Somebody has dealt with them by now: at any hour they are over for longer than `leftMinutes`. */
  handled: DoorEvent[]
  /** They wait for the person who opens the console. */
  waiting: DoorEvent[]
}

/** Faces that nobody registered, and that no other day shows. */
const firstStranger = 3990

/**
 * Alarms since yesterday, at any hour at which the demo begins: the days before come in behind the first minute, and with
 * most of them nothing rings.
 */
export function generateRecentAlarms(company: Company, now: Temporal.ZonedDateTime): Recent {
  const yesterday = now.toPlainDate().subtract({ days: 1 })
  const at = (hour: number, minute: number) =>
    yesterday.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: { hour, minute } }).epochMilliseconds
  const ago = (minutes: number) => now.subtract({ minutes }).epochMilliseconds
  const strangers = Array.from({ length: 6 }, (_, n): DoorEvent => ({
    what: 'person',
    atMs: at(20, 31) + n * 80_000,
    door: 'Car park gate',
    number: firstStranger + n,
    scene: 'lamp',
  }))
  return {
    handled: [
      ...leftOpen(company, at(13, 24), 200),
      ...strangers,
      { what: 'tamper', atMs: at(20, 50), door: 'Assembly point', seconds: 340 },
      ...leftOpen(company, ago(150), 130),
    ],
    waiting: [
      { what: 'tamper', atMs: ago(38), door: 'Assembly point', seconds: 0 },
      { what: 'forced', atMs: ago(11), door: 'Warehouse exit', seconds: 25 },
    ],
  }
}

/** A guard, who may pass at any hour, goes in and out of the depot, and the door stands open behind them. */
function leftOpen({ employees }: Company, atMs: number, seconds: number): DoorEvent[] {
  const guard = employees.find(({ department, number }) => department === 'Facilities' && number % 6 === 0)
  if (!guard) return []
  const pass = (door: DoorName, ms: number): DoorEvent => ({
    what: 'person',
    atMs: ms,
    door,
    number: guard.number,
    scene: 'lamp',
  })
  return [
    pass('Warehouse', atMs),
    { what: 'left-open', atMs: atMs + 2000, door: 'Warehouse', seconds },
    pass('Warehouse exit', atMs + (seconds + 240) * 1000),
  ]
}
