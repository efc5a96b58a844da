import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import type { Scene } from './draw-person.ts'
import { type Company, type DepartmentName, type Employee, isOnLeave } from './generate-company.ts'

export const doorNames = [
  'Main entrance',
  'Main exit',
  'Car park gate',
  'Laboratory',
  'Warehouse',
  'Warehouse exit',
  'Server room airlock',
  'Server room',
  'Lisbon entrance',
  'Lisbon exit',
  'Assembly point',
] as const
export type DoorName = (typeof doorNames)[number]

/** A gate whose terminal is of another make (`yard-gate.ts`). */
export const yardGate = 'Yard gate'
export type PlacedDoor = DoorName | typeof yardGate

export const lisbonZone = 'Europe/Lisbon'

/** The doors of departments that work at a site of their own. */
export const ownDoors: Partial<Record<DepartmentName, { in: DoorName; out: DoorName }>> = {
  Warehouse: { in: 'Warehouse', out: 'Warehouse exit' },
  'Customer service': { in: 'Lisbon entrance', out: 'Lisbon exit' },
}

/** A person is at a door, or something happens to it. */
export type DoorEvent = { atMs: number; door: DoorName } & (
  | { what: 'person'; number: number; scene: Scene }
  /** How long the door stays open after a person has passed. */
  | { what: 'left-open'; seconds: number }
  /** The door is pushed open although nobody may pass. */
  | { what: 'forced'; seconds: number }
  /** The case is lifted; until somebody comes, or (0) until it is released in the console. */
  | { what: 'tamper'; seconds: number }
)

/** Faces that nobody registered. */
const firstStranger = 3500
const production: readonly DepartmentName[] = ['Assembly', 'Calibration', 'Warehouse']

/** The share of each department that works at a weekend: guards are always there; makers and customer support take turns. */
const weekendShares: Partial<Record<DepartmentName, number>> = {
  Facilities: 0.5,
  Assembly: 0.3,
  Calibration: 0.3,
  Warehouse: 0.3,
  'Customer service': 0.2,
}

/** All that happens at the doors on a day, in the order of the clock. The same day is always the same. */
export function generateDay(
  company: Company,
  on: Temporal.PlainDate,
  foundedOn: Temporal.PlainDate,
  zone: string,
): DoorEvent[] {
  const chance = createSeededRandom(`day ${on.toString()}`)
  const at = (minute: number, door?: DoorName) =>
    on.toZonedDateTime(door?.startsWith('Lisbon') ? lisbonZone : zone).add({ seconds: Math.round(minute * 60) })
      .epochMilliseconds
  const events: DoorEvent[] = []
  const pass = (minute: number, door: DoorName, number: number) =>
    events.push({
      what: 'person',
      atMs: at(minute, door),
      door,
      number,
      scene: minute > 420 && minute < 1080 ? 'day' : 'lamp',
    })
  const isWorkday = on.dayOfWeek <= 5 && !holidaysBefore(foundedOn).some((holiday) => holiday.equals(on))

  const isLater = Temporal.PlainDate.compare(on, foundedOn) >= 0
  for (const employee of company.employees) {
    if (isLater && isOnLeave(company, employee.number)) continue
    const comes = isWorkday ? chance.happens(0.965) : chance.happens(weekendShares[employee.department] ?? 0.02)
    if (comes) workDay(employee, isWorkday, chance, pass)
  }
  const days = foundedOn.until(on).days
  for (const guest of company.guests)
    if (isWorkday && guest.fromDay <= days && days <= guest.toDay && chance.happens(0.6)) {
      const comesAt = chance.between(530, 800)
      pass(comesAt, 'Main entrance', guest.number)
      pass(comesAt + chance.between(40, 200), 'Main exit', guest.number)
    }
  const strangers = chance.between(0, isWorkday ? 4 : 1)
  for (let n = 0; n < strangers; n++)
    pass(
      chance.between(480, 1150),
      chance.pick<DoorName>(['Main entrance', 'Car park gate']),
      chance.between(firstStranger, 4000),
    )
  if (chance.happens(0.05)) {
    // somebody tries again and again
    const from = chance.between(1150, 1290)
    for (let n = 0; n < 6; n++) pass(from + n * 1.5, 'Car park gate', firstStranger + 501 + n)
  }
  const banned = company.banned[chance.between(0, company.banned.length - 1)]
  if (banned && isWorkday && chance.happens(0.06)) pass(chance.between(560, 1000), 'Main entrance', banned.number)
  if (isWorkday && chance.happens(0.12))
    events.push({
      what: 'left-open',
      atMs: at(chance.between(600, 960)),
      door: 'Warehouse',
      seconds: chance.between(60, 240),
    })
  if (chance.happens(0.03))
    events.push({
      what: 'tamper',
      atMs: at(chance.between(1260, 1380)),
      door: 'Car park gate',
      seconds: chance.happens(0.5) ? 1500 : 300,
    })
  return events.toSorted((a, b) => a.atMs - b.atMs)
}

function workDay(
  { number, department }: Employee,
  isWorkday: boolean,
  chance: SeededRandom,
  pass: (minute: number, door: DoorName, number: number) => void,
): void {
  const startsAt = production.includes(department) ? 7 * 60 : 9 * 60
  const isLate = chance.happens(0.05)
  const comesAt = isWorkday
    ? startsAt + (isLate ? chance.between(6, 50) : -14 + chance.around(7))
    : 570 + chance.around(25)
  const own = ownDoors[department]
  pass(comesAt, own?.in ?? (chance.happens(0.7) ? 'Main entrance' : 'Car park gate'), number)
  const leavesAt = isWorkday
    ? startsAt +
      540 +
      (chance.happens(0.02)
        ? -chance.between(20, 90)
        : chance.happens(0.14)
          ? chance.between(70, 190)
          : 9 + chance.around(8))
    : comesAt + chance.between(180, 330)
  // a person who works after hours and stepped out finds the door closed
  if (leavesAt > 1255) pass(leavesAt + 12, own?.in ?? 'Main entrance', number)
  if (chance.happens(0.12)) {
    const lunchAt = 725 + chance.around(12)
    pass(lunchAt, own?.out ?? 'Main exit', number)
    pass(lunchAt + chance.between(25, 50), own?.in ?? 'Main entrance', number)
  }
  if (department === 'Test laboratory' || (department === 'Optics' && chance.happens(0.4)))
    pass(comesAt + chance.between(8, 150), 'Laboratory', number)
  if (department === 'IT' && chance.happens(0.5)) {
    const minute = comesAt + chance.between(20, 300)
    pass(minute, 'Server room airlock', number)
    pass(minute + 0.3, 'Server room', number)
  }
  // a curious person without access there
  if (!own && chance.happens(0.003)) pass(comesAt + chance.between(60, 300), 'Server room airlock', number)
  if (chance.happens(0.985)) pass(leavesAt, own?.out ?? 'Main exit', number)
}

/** Two days off a month before the demo was made. */
export function holidaysBefore(foundedOn: Temporal.PlainDate): Temporal.PlainDate[] {
  const monday = foundedOn.subtract({ days: 28 + foundedOn.dayOfWeek - 1 })
  return [monday, monday.add({ days: 1 })]
}
