import { randomUUID } from 'node:crypto'
import { hello, reportSettings } from '@gatehouse/contract/device/link.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { type AreaRules, setAreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { setElevatorFloors } from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import { createInterlock } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { type DoorRules, setDoorRules } from '@gatehouse/contract/features/door-rules.ts'
import { beginLockdown, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import {
  createPolicies,
  explainAccess,
  type PassageAnswer,
  type PassageState,
} from '@gatehouse/contract/features/policies.ts'
import type { DoorInput } from '@gatehouse/contract/features/sites.ts'
import { updateStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, testVersions } from '../../../test/device-caller.ts'
import {
  buildDoors,
  buildEvent,
  type DoorDevice,
  passageOf,
  sendEvents,
  sendRecords,
} from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'

let house: TestGatehouse
let admin: Caller
let build: ReturnType<typeof buildDoors>
let staffGroup: string
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  build = buildDoors(house, admin)
  staffGroup = (await admin.ask(listGroups, { query: { kind: 'staff' } }))[0]!.id
})
afterAll(() => house.close())

const nameOf = (noun: string) => `${noun} ${randomUUID().slice(0, 8)}`
const newPerson = async (...groupIds: string[]) =>
  (await buildStaff(admin, nameOf('Person'), groupIds.length > 0 ? [staffGroup, ...groupIds] : undefined)).id
const newGroup = async () => (await admin.ask(groupRoutesOf.staff.create, { body: { name: nameOf('Group') } })).id
const allDay = [{ startMinute: 0, endMinute: 1440 }]
const newTimetable = async (ranges = allDay) =>
  (
    await admin.ask(createTimetable, {
      body: {
        name: nameOf('Timetable'),
        validFromOn: null,
        validToOn: null,
        week: Array.from({ length: 7 }, () => ranges),
        holiday: [],
        holidays: [],
      },
    })
  ).id

type Place = Awaited<ReturnType<typeof newPlace>>
/** A site with a door into its hall and one out of it, whose terminals ask for everything around them. */
async function newPlace(more: Partial<DoorInput> = {}) {
  const { site, hall, lab } = await build.site()
  const entry = await build.door(site, null, hall.id, { hasContact: true, ...more })
  const exit = await build.door(site, null, hall.id, { direction: 'exit' })
  for (const device of [entry, exit]) await learn(device)
  return { site, hall, lab, entry, exit }
}

const learn = (device: DoorDevice) => {
  const versions = { ...testVersions(device.serialNumber), abilities: ['lockdown', 'surroundings'] as string[] }
  return device.ask(hello, { body: { versions, clockAt: house.clock.now().toString(), nextSequence: 1 } })
}

const explain = (device: Pick<DoorDevice, 'id'>, personId: string, at?: string) =>
  admin.ask(explainAccess, { query: { deviceId: device.id, personId, ...(at !== undefined && { at }) } })

/** The answer in short: whether it opens, the word of the record, and the last reason. */
const inShort = ({ opens, abnormal, reasons }: PassageAnswer) => [opens, abnormal, reasons.at(-1)?.code]
const now = async (device: DoorDevice, personId: string) => {
  const answer = await explain(device, personId)
  expect(answer.unknownStates).toEqual([])
  return inShort(answer)
}
/** The answer of another moment, and the states that were taken as ordinary beside that of the door. */
async function later(device: DoorDevice, personId: string, hours = 24): Promise<unknown[]> {
  const answer = await explain(device, personId, inHours(house, hours))
  const [door, ...states]: PassageState[] = answer.unknownStates
  expect(door).toBe('door-state')
  return [...inShort(answer), ...states]
}
const free = [true, 'none', 'group-without-policy']

const noRules = { freeHours: null, escort: null, severalPeople: null, firstPersonIn: null }
const setDoor = ({ entry }: Place, rules: Partial<DoorRules>) =>
  admin.ask(setDoorRules, { params: { id: entry.doorId }, body: { ...noRules, ...rules } })
const setArea = ({ hall }: Place, rules: Partial<AreaRules>) =>
  admin.ask(setAreaRules, { params: { id: hall.id }, body: { antiPassback: null, occupancyLimit: null, ...rules } })
const bind = (device: DoorDevice, ...groupIds: string[]) =>
  admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds } })

async function during(
  kind: 'lockdown' | 'emergency-open',
  place: Place,
  work: () => Promise<void>,
  exemptGroupIds: string[] = [],
) {
  const scope = { kind: 'site' as const, id: place.site.id }
  const { id } = await admin.ask(beginLockdown, { body: { kind, level: null, scope, reason: null, exemptGroupIds } })
  try {
    await work()
  } finally {
    await admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Seen' } })
  }
}

describe('the explanation of a pass by rules 1 to 3', () => {
  it('The explanation says that an emergency opens the door, also for a suspended person and over a lockdown', async () => {
    const place = await newPlace()
    const person = await newPerson()
    await admin.ask(suspendPeople, { body: { personIds: [person], toAt: null } })
    await during('lockdown', place, () =>
      during('emergency-open', place, async () => {
        expect(await now(place.entry, person)).toEqual([true, 'none', 'emergency-opens'])
        expect(await later(place.entry, person)).toEqual([false, 'suspended', 'suspended'])
      }),
    )
    await sendEvents(place.entry, buildEvent(place.entry, 'fire-on'))
    expect(await now(place.entry, person)).toEqual([true, 'none', 'fire-opens'])
    await sendEvents(place.entry, buildEvent(place.entry, 'fire-off'))
    expect(await now(place.entry, person)).toEqual([false, 'suspended', 'suspended'])
  })

  it('The explanation says that a lockdown closes, whom it exempts, and that a reader that leads out lets people go', async () => {
    const place = await newPlace()
    const exempt = await newGroup()
    const [person, guard] = [await newPerson(), await newPerson(exempt)]
    await bind(place.entry, staffGroup, exempt)
    const work = async () => {
      expect(await now(place.entry, person)).toEqual([false, 'lockdown', 'lockdown-refuses'])
      const answer = await explain(place.entry, guard)
      expect([answer.opens, answer.reasons[0]?.code]).toEqual([true, 'lockdown-exempts'])
      const out = await explain(place.exit, person)
      expect([out.opens, out.reasons[0]?.code]).toEqual([true, 'lockdown-may-leave'])
      expect(await later(place.entry, person)).toEqual(free)
    }
    await during('lockdown', place, work, [exempt])
  })

  it('The explanation says that a command holds the door open or closed', async () => {
    const { entry } = await newPlace()
    const person = await newPerson()
    const report = { revision: 1, values: {}, refused: [] }
    for (const [doorMode, expected] of [
      ['held-open', [true, 'none', 'door-held-open']],
      ['held-closed', [false, 'door-held-closed', 'door-held-closed']],
      ['normal', free],
    ] as const) {
      await entry.ask(reportSettings, { body: { ...report, doorMode } })
      expect(await now(entry, person)).toEqual(expected)
      expect(await later(entry, person)).toEqual(free)
    }
  })
})

describe('the explanation of a pass by rules 4 to 6', () => {
  it('The explanation says that a blacklisted person is refused, at any moment', async () => {
    const { entry } = await newPlace()
    const { id } = await admin.ask(createBlacklisted, { body: { name: nameOf('Banned') } })
    expect(await now(entry, id)).toEqual([false, 'blacklisted', 'blacklist-refuses'])
    expect(await later(entry, id)).toEqual([false, 'blacklisted', 'blacklist-refuses'])
  })

  it('The explanation knows a suspension before, while and after it holds, and lets the person out', async () => {
    const { entry, exit } = await newPlace()
    const person = await newPerson()
    await admin.ask(suspendPeople, {
      body: { personIds: [person], fromAt: inHours(house, 2), toAt: inHours(house, 4) },
    })
    expect(await now(entry, person)).toEqual(free)
    expect(await later(entry, person, 3)).toEqual([false, 'suspended', 'suspended'])
    expect((await explain(exit, person, inHours(house, 3))).reasons.map(({ code }) => code)).toContain(
      'suspended-may-leave',
    )
    expect(await later(entry, person, 5)).toEqual(free)
  })

  it('The explanation knows the last day of an employee, and the period of a visitor', async () => {
    const { entry, exit } = await newPlace()
    const person = await newPerson()
    const today = house.clock.now().toZonedDateTimeISO('Asia/Shanghai').toPlainDate()
    await admin.ask(updateStaff, { params: { id: person }, body: { leavingOn: today.add({ days: 2 }).toString() } })
    expect(await now(entry, person)).toEqual(free)
    expect(await later(entry, person, 96)).toEqual([false, 'left', 'left'])
    const out = await explain(exit, person, inHours(house, 96))
    expect([out.opens, out.reasons.map(({ code }) => code)]).toEqual([
      true,
      ['group-bound', 'left-may-leave', 'period-holds', 'group-without-policy'],
    ])
    const visitor = await buildVisitor(house, admin, { validFromAt: inHours(house, 1), validToAt: inHours(house, 3) })
    expect(await now(entry, visitor.id)).toEqual([false, 'visitor-outside-validity', 'period-not-started'])
    expect(await later(entry, visitor.id, 2)).toEqual(free)
    expect(await later(entry, visitor.id, 4)).toEqual([false, 'visitor-outside-validity', 'period-over'])
  })

  it('The explanation goes by the timetable of a policy, and knows a person in no group of the door as a stranger', async () => {
    const { entry } = await newPlace()
    const person = await newPerson()
    const timetableId = await newTimetable([])
    await admin.ask(createPolicies, { body: { deviceIds: [entry.id], groupIds: [staffGroup], timetableId } })
    expect(await now(entry, person)).toEqual([false, 'outside-passage-time', 'outside-ranges'])
    expect(await later(entry, person)).toEqual([false, 'outside-passage-time', 'outside-ranges'])
    await bind(entry)
    expect(await now(entry, person)).toEqual([false, 'stranger', 'no-group-bound'])
  })
})

describe('the explanation of a pass by rule 7', () => {
  const passback = { exemptGroupIds: [] as string[], whenUnknown: 'refuses' as const, resetMinutes: [] }

  it('The explanation says what anti-passback does with a person who is inside already', async () => {
    const place = await newPlace()
    const exempt = await newGroup()
    const [person, guard, outside] = [await newPerson(), await newPerson(exempt), await newPerson()]
    await sendRecords(place.entry, passageOf(place.entry, person), passageOf(place.entry, guard))
    await setArea(place, { antiPassback: { ...passback, mode: 'hard', exemptGroupIds: [exempt] } })
    expect(await now(place.entry, person)).toEqual([false, 'anti-passback', 'already-inside'])
    expect(await later(place.entry, person)).toEqual([true, 'none', 'anti-passback-holds', 'anti-passback'])
    expect(await now(place.entry, guard)).toEqual([true, 'none', 'anti-passback-exempts'])
    expect(await now(place.entry, outside)).toEqual([true, 'none', 'anti-passback-holds'])
    expect(await now(place.exit, person)).toEqual(free)
    await setArea(place, { antiPassback: { ...passback, mode: 'soft' } })
    expect(await now(place.entry, person)).toEqual([true, 'none', 'already-inside'])
    await setArea(place, { antiPassback: { ...passback, mode: 'timed', minutes: 30 } })
    expect(await now(place.entry, person)).toEqual([false, 'anti-passback', 'came-in-lately'])
    house.clock.advance({ minutes: 31 })
    expect(await now(place.entry, person)).toEqual([true, 'none', 'anti-passback-holds'])
    house.clock.advance({ minutes: -31 })
  })

  it('The explanation says how full an area is, and what follows', async () => {
    const place = await newPlace()
    const exempt = await newGroup()
    const [person, next, guard] = [await newPerson(), await newPerson(), await newPerson(exempt)]
    const limit = { max: 1, exemptGroupIds: [exempt], whenUnknown: 'refuses' as const }
    await setArea(place, { occupancyLimit: { ...limit, mode: 'refuse' } })
    expect(await now(place.entry, next)).toEqual([true, 'none', 'occupancy-below-limit'])
    await sendRecords(place.entry, passageOf(place.entry, person))
    expect(await now(place.entry, next)).toEqual([false, 'occupancy-limit', 'occupancy-reached'])
    expect(await now(place.entry, guard)).toEqual([true, 'none', 'occupancy-exempts'])
    expect(await later(place.entry, next)).toEqual([true, 'none', 'occupancy-below-limit', 'occupancy-limit'])
    await setArea(place, { occupancyLimit: { ...limit, mode: 'alarm' } })
    expect(await now(place.entry, next)).toEqual([true, 'none', 'occupancy-reached'])
  })

  it('The explanation names the open door of an interlock, and the side that is taken while one is not known', async () => {
    const place = await newPlace()
    const inner = await build.door(place.site, place.hall.id, place.lab.id, { hasContact: true })
    await learn(inner)
    const person = await newPerson()
    const doorIds = [place.entry.doorId, inner.doorId]
    await admin.ask(createInterlock, {
      body: { name: 'Mantrap', doorIds, whenUnknown: 'refuses' },
    })
    expect(await now(place.entry, person)).toEqual([false, 'state-unknown', 'interlock-unknown'])
    await house.db
      .updateTable('device')
      .set({ is_online: true })
      .where('id', 'in', [inner.id, place.entry.id])
      .execute()
    await sendEvents(inner, buildEvent(inner, 'contact-opened'))
    const answer = await explain(place.entry, person)
    expect(answer.reasons.at(-1)).toEqual({ code: 'interlock-door-open', doorIds: [inner.doorId] })
    expect(Object.keys(answer.names)).toContain(inner.doorId)
    await sendEvents(inner, buildEvent(inner, 'contact-closed'))
    expect(await now(place.entry, person)).toEqual([true, 'none', 'interlock-holds'])
    expect(await later(place.entry, person)).toEqual([true, 'none', 'interlock-holds', 'interlock'])
  })

  it('The explanation says that a visitor needs an escort, and who it is', async () => {
    const place = await newPlace()
    const host = await newPerson()
    const visitor = await buildVisitor(house, admin, { validToAt: inHours(house, 48) })
    await setDoor(place, { escort: { escortGroupIds: [staffGroup], seconds: 60 } })
    expect(await now(place.entry, visitor.id)).toEqual([false, 'escort-missing', 'escort-missing'])
    expect(await later(place.entry, visitor.id)).toEqual([false, 'escort-missing', 'escort-missing', 'escort'])
    await sendRecords(place.entry, passageOf(place.entry, host))
    const answer = await explain(place.entry, visitor.id)
    expect(answer.reasons.at(-1)).toMatchObject({ code: 'escort-present', escortId: host })
    expect(answer.names).toHaveProperty(host)
  })

  it('The explanation counts the people who are there together', async () => {
    const place = await newPlace()
    const [first, second] = [await newPerson(), await newPerson()]
    await setDoor(place, { severalPeople: { groupIds: [staffGroup], count: 2, seconds: 60 } })
    expect(await now(place.entry, first)).toEqual([false, 'too-few-people', 'several-people-missing'])
    expect(await later(place.entry, first)).toEqual([
      false,
      'too-few-people',
      'several-people-missing',
      'several-people',
    ])
    await sendRecords(place.entry, passageOf(place.entry, second, { opened: false, abnormal: 'too-few-people' }))
    expect(await now(place.entry, first)).toEqual([true, 'none', 'several-people-present'])
  })

  it('The explanation says who has to come in first, and whether somebody has', async () => {
    const place = await newPlace()
    const leaders = await newGroup()
    const [person, leader] = [await newPerson(), await newPerson(leaders)]
    await setDoor(place, { firstPersonIn: { groupIds: [leaders], timetableId: null } })
    expect(await now(place.entry, person)).toEqual([false, 'first-person-missing', 'first-person-missing'])
    expect(await later(place.entry, person)).toEqual([
      false,
      'first-person-missing',
      'first-person-missing',
      'first-person',
    ])
    expect(await now(place.entry, leader)).toEqual([true, 'none', 'first-person-exempts'])
    await sendRecords(place.entry, passageOf(place.entry, leader))
    expect(await now(place.entry, person)).toEqual([true, 'none', 'first-person-present'])
  })

  it('The explanation says that a door is unlocked, now and later, but not before the first person where that is set', async () => {
    const place = await newPlace()
    const [person, suspended] = [await newPerson(), await newPerson()]
    await admin.ask(suspendPeople, { body: { personIds: [suspended], toAt: null } })
    const timetableId = await newTimetable()
    await setDoor(place, { freeHours: { timetableId, afterFirstPerson: false } })
    expect(await now(place.entry, person)).toEqual([true, 'none', 'door-unlocked'])
    expect(await later(place.entry, person)).toEqual([true, 'none', 'door-unlocked'])
    expect(await now(place.entry, suspended)).toEqual([false, 'suspended', 'suspended'])
    await setDoor(place, { freeHours: { timetableId, afterFirstPerson: true } })
    expect(await now(place.entry, person)).toEqual(free)
    expect(await later(place.entry, person)).toEqual([...free, 'first-person'])
    await sendRecords(place.entry, passageOf(place.entry, person))
    expect(await now(place.entry, person)).toEqual([true, 'none', 'door-unlocked'])
  })

  it('The explanation names the floors that an elevator releases, or says that there is none', async () => {
    const place = await newPlace({ kind: 'elevator', hasContact: false })
    const group = await newGroup()
    const [person, member] = [await newPerson(), await newPerson(group)]
    const floor = { areaId: place.lab.id, output: 1, groupIds: [group], timetableId: null }
    await admin.ask(setElevatorFloors, { params: { id: place.entry.doorId }, body: { floors: [floor] } })
    expect(await now(place.entry, person)).toEqual([false, 'outside-passage-time', 'no-floor'])
    expect(await later(place.entry, person)).toEqual([false, 'outside-passage-time', 'no-floor'])
    const answer = await explain(place.entry, member)
    expect(answer.reasons.at(-1)).toEqual({ code: 'floors-released', areaIds: [place.lab.id] })
    expect(answer.names).toHaveProperty(place.lab.id)
  })
})

describe('a device or a person that is no more', () => {
  it('The explanation of a device that was unbound, or of nobody, is refused by the name of that', async () => {
    const { entry } = await newPlace()
    const person = await newPerson()
    const ask = async (deviceId: string, personId: string) =>
      (await admin.call(explainAccess, { query: { deviceId, personId } })).message
    expect(await ask(entry.id, randomUUID())).toBe('person.not-found')
    await admin.ask(deleteDevice, { params: { id: entry.id } })
    expect(await ask(entry.id, person)).toBe('device.not-found')
  })
})
