import { idOf } from '@gatehouse/testkit/seeds/ids-by-name.ts'
import { seedDepartments } from '@gatehouse/testkit/seeds/seed-departments.ts'
import { findDefaultGroup, seedGroups } from '@gatehouse/testkit/seeds/seed-groups.ts'
import { seedPortrait, seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { createAttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import sharp from 'sharp'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { type Company, departments, type Guest } from './generate-company.ts'
import { doorNames, holidaysBefore, lisbonZone, type PlacedDoor, yardGate } from './generate-day.ts'
import { renderPerson } from './render-person.ts'

export type CompanySeed = {
  ask: Ask
  company: Company
  foundedOn: Temporal.PlainDate
  /** So many days before that, the first of its records are. */
  days: number
  zone: string
}

/** Departments and groups, which the rules name. */
export async function seedStructure(ask: Ask): Promise<void> {
  await seedDepartments(ask, departments)
  await seedGroups(ask, 'staff', ['Laboratory', 'Warehouse team', 'System administrators', 'Guards'])
}

const ownGroup: Partial<Record<string, string>> = {
  'Test laboratory': 'Laboratory',
  Optics: 'Laboratory',
  Warehouse: 'Warehouse team',
  IT: 'System administrators',
  Facilities: 'Guards',
}

/** Employees, as somebody in personnel would enter them. Gives who of them has no portrait. */
export async function seedEmployees(ask: Ask, employees: Company['employees']): Promise<number[]> {
  const departmentIds = new Map((await ask(listDepartments)).map(({ name, id }) => [name, id]))
  const groups = new Map((await ask(listGroups, { query: {} })).map(({ name, id }) => [name, id]))
  const usual = await findDefaultGroup(ask, 'staff')
  const withoutPortrait: number[] = []
  await eachOf(employees, async ({ number, department, ...employee }) => {
    const portraitId = await takePortrait(ask, number)
    if (portraitId === null) withoutPortrait.push(number)
    const own = ownGroup[department]
    const groupIds = own === undefined ? [usual] : [usual, idOf(groups, own)]
    const body = { ...employee, departmentId: idOf(departmentIds, department), groupIds, portraitId, force: true }
    await seedStaff(ask, body)
  })
  return withoutPortrait
}

/** Visitors. Employees have moved in: they are the hosts. */
export async function seedGuests(
  { ask, company, foundedOn, zone }: CompanySeed,
  isWanted: (guest: Guest) => boolean,
): Promise<void> {
  const hosts = (await ask(listStaff, { query: { size: 50 } })).items.map(({ id }) => id)
  const at = (day: number, hour: number) =>
    foundedOn.add({ days: day }).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).toInstant().toString()
  await eachOf(company.guests.filter(isWanted), async ({ number, fromDay, toDay, ...guest }) => {
    const period = { validFromAt: at(fromDay, 8), validToAt: at(toDay, 19) }
    const hostId = hosts[number % hosts.length] ?? null
    const body = { ...guest, ...period, hostId, portraitId: await takePortrait(ask, number), force: true }
    await ask(createVisitor, { body })
  })
}

/** Doors refuse people on leave until they are back. */
export async function seedLeaves({ ask, company, foundedOn, zone }: CompanySeed): Promise<void> {
  for (const { number, reason, days } of company.leaves) {
    const jobId = company.employees.find((employee) => employee.number === number)?.jobId
    const person = jobId && (await ask(listStaff, { query: { keyword: jobId } })).items[0]
    if (!person) continue
    const toAt = foundedOn.add({ days }).toZonedDateTime(zone).toInstant().toString()
    await ask(suspendPeople, { body: { personIds: [person.id], toAt, reason } })
  }
}

/** People who must stay out. */
export const seedBanned = ({ ask, company }: CompanySeed): Promise<void> =>
  eachOf(company.banned, async ({ number, ...person }) => {
    await ask(createBlacklisted, { body: { ...person, portraitId: await takePortrait(ask, number), force: true } })
  })

/** A drawn face as the face engine takes it: where it finds fault, once more in better light. Null where it takes none. */
async function takePortrait(ask: Ask, number: number): Promise<string | null> {
  const picture = await renderPerson(number, 'portrait')
  for (const light of [1, 1.15, 1.3]) {
    const lit = light === 1 ? picture : await sharp(picture).linear(light, 0).jpeg({ quality: 84 }).toBuffer()
    const portraitId = await seedPortrait(ask, new Uint8Array(lit)).catch((error: unknown) => {
      if (String(error).includes('portrait.check-failed')) return null
      throw error
    })
    if (portraitId) return portraitId
  }
  return null
}

type Range = { startMinute: number; endMinute: number }
const hours = (from: number, to: number): Range[] => [{ startMinute: from * 60, endMinute: to * 60 }]
const weekOf = (workday: Range[], saturday: Range[], sunday: Range[]) => [
  ...Array.from({ length: 5 }, () => workday),
  saturday,
  sunday,
]

/** Policies and timetables. The doors have joined. */
export async function seedRules({ ask, foundedOn }: CompanySeed): Promise<void> {
  const devices = new Map((await ask(listDevices, { query: { size: 100 } })).items.map(({ name, id }) => [name, id]))
  const doors = (...names: PlacedDoor[]) => names.map((name) => idOf(devices, name))
  const staff = groupRoutesOf.staff
  const groups = new Map((await ask(listGroups, { query: {} })).map(({ name, id }) => [name, id]))
  const group = (name: string) => idOf(groups, name)
  const [everybody, visitors] = [await findDefaultGroup(ask, 'staff'), await findDefaultGroup(ask, 'visitor')]

  const depot = doors('Warehouse', 'Warehouse exit', yardGate)
  const inner = [
    ...depot,
    ...doors('Laboratory', 'Server room airlock', 'Server room', 'Lisbon entrance', 'Lisbon exit'),
  ]
  const unbound = [...depot, ...doors('Laboratory')]
  await ask(staff.unbind, { params: { id: everybody }, body: { deviceIds: unbound } })
  await ask(groupRoutesOf.visitor.unbind, { params: { id: visitors }, body: { deviceIds: inner } })
  const bind = (name: string, ...names: PlacedDoor[]) =>
    ask(staff.bind, { params: { id: group(name) }, body: { deviceIds: doors(...names) } })
  await bind('Laboratory', 'Laboratory')
  await bind('Warehouse team', 'Warehouse', 'Warehouse exit', yardGate)
  await bind('System administrators', 'Server room airlock', 'Server room')
  await bind('Guards', ...doorNames, yardGate)

  const holidays = companyDays(foundedOn)
  const none = { validFromOn: null, validToOn: null, holiday: [], holidays }
  const timetable = async (name: string, week: Range[][], more: { holiday?: Range[] } = {}) =>
    (await ask(createTimetable, { body: { ...none, name, week, ...more } })).id
  const house = await timetable('House hours', weekOf(hours(6, 21), hours(8, 16), []), { holiday: hours(8, 16) })
  const visiting = await timetable('Visiting hours', weekOf(hours(8, 18), [], []))
  const always = await timetable('Around the clock', weekOf(hours(0, 24), hours(0, 24), hours(0, 24)), {
    holiday: hours(0, 24),
  })
  const never = await timetable('Nobody', weekOf([], [], []))
  const policy = (groupIds: string[], deviceIds: string[], timetableId: string) =>
    ask(createPolicies, { body: { groupIds, deviceIds, timetableId } })
  await policy([everybody], doors('Main entrance', 'Car park gate', 'Lisbon entrance'), house)
  await policy([everybody], doors('Main exit', 'Lisbon exit', 'Assembly point'), always)
  await policy([everybody], doors('Server room airlock', 'Server room'), never)
  await policy([visitors], doors('Main entrance', 'Main exit', 'Car park gate', 'Assembly point'), visiting)
  await policy([group('Laboratory')], doors('Laboratory'), house)
  await policy([group('Warehouse team')], doors('Warehouse', 'Warehouse exit', yardGate), house)
  await policy([group('System administrators')], doors('Server room airlock', 'Server room'), always)
  await policy([group('Guards')], doors(...doorNames, yardGate), always)
}

const companyDays = (foundedOn: Temporal.PlainDate) =>
  holidaysBefore(foundedOn).map((on) => ({ on: on.toString(), isYearly: false, remark: 'Company days' }))

/** Areas and rules of attendance. Everybody is in: a rule holds for the past of those who are there when it is made. */
export async function seedAttendance({ ask, foundedOn, days }: CompanySeed): Promise<void> {
  const deviceIds = (await ask(listDevices, { query: { size: 100 } })).items.map(({ id }) => id)
  const holidays = companyDays(foundedOn)
  const area = await ask(createAttendanceArea, {
    body: {
      name: 'Riverside',
      location: 'Riverside 12',
      latitude: 22.5431,
      longitude: 114.0579,
      radiusMetres: 250,
      deviceIds,
    },
  })
  const departmentIds = new Map((await ask(listDepartments)).map(({ name, id }) => [name, id]))
  const rule = (name: string, department: string, startHour: number, timeZone: string | null = null) =>
    ask(createAttendanceRule, {
      body: {
        name,
        areaIds: [area.id],
        participants: [{ kind: 'department', id: idOf(departmentIds, department) }],
        // as far back as the demo's records go
        effectiveOn: foundedOn.subtract({ days }).toString(),
        settings: {
          timeZone,
          workingWeekdays: [1, 2, 3, 4, 5],
          punchesPerDay: 2,
          earliestPunchMinute: 300,
          workStartMinute: startHour * 60,
          workEndMinute: (startHour + 9) * 60,
          lateToleranceMinutes: 5,
          earlyLeaveToleranceMinutes: 5,
          workdayOvertime: { minMinutes: 600, notBeforeMinute: (startHour + 10) * 60 },
          holidayOvertime: { minMinutes: 60, notBeforeMinute: null },
          holidays,
          specialWorkingDays: [],
        },
      },
    })
  await rule('Office', 'Riverside Instruments', 9)
  await rule('Production', 'Production', 7)
  await rule('Lisbon office', 'Customer service', 9, lisbonZone)
}

/** A few at a time: the face engine has a queue, and it is short. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
