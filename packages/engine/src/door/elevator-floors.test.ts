import { expect, it } from 'vitest'
import { decideAtDoor, decideAtDoorTogether } from './decide-at-door.ts'
import { noDoorRules, type DoorQuestion, type ElevatorFloor } from './door-question.ts'

const atMs = Temporal.Instant.from('2026-06-15T10:00:00Z').epochMilliseconds
const day = (startMinute: number, endMinute: number) => [{ startMinute, endMinute }]
const timetable = (id: string, ranges: ReturnType<typeof day>) => ({
  id,
  name: id,
  validFromOn: null,
  validToOn: null,
  week: [ranges, ranges, ranges, ranges, ranges, ranges, ranges] as const,
  holiday: [],
  holidays: [],
})
const floor = (areaId: string, groupIds: string[] = [], timetableId: string | null = null): ElevatorFloor => ({
  areaId,
  output: 1,
  groupIds,
  timetableId,
})
const person = (id: string, ...groupIds: string[]) =>
  ({ id, kind: 'staff', groupIds, validFromMs: null, validToMs: null }) as const

const question = (floors: ElevatorFloor[] | null, more: Partial<DoorQuestion> = {}): DoorQuestion => ({
  atMs,
  timeZone: 'UTC',
  subject: person('ada', 'staff'),
  device: { isRunning: true, opensForBlacklisted: false, boundGroupIds: ['staff', 'lab'] },
  policies: [],
  timetables: [timetable('morning', day(480, 720)), timetable('evening', day(1080, 1320))],
  rules: {
    ...noDoorRules,
    direction: 'entry',
    leavesAreaId: 'lobby',
    entersAreaId: 'building',
    floors,
  },
  state: { emergency: null, lockdowns: [], mode: 'normal', around: null, recent: [], firstPersonAtMs: null },
  ...more,
})
const floorsOf = (floors: ElevatorFloor[] | null, more?: Partial<DoorQuestion>) => {
  const { opens, floorIds, reasons } = decideAtDoor(question(floors, more))
  return { opens, floorIds, last: reasons.at(-1)?.code }
}

it('a person reaches the floors of their groups and those for everybody, in the hours of each', () => {
  const floors = [
    floor('ground'),
    floor('offices', ['staff'], 'morning'),
    floor('bar', ['staff'], 'evening'),
    floor('lab', ['lab']),
    floor('attic', [], 'not here yet'),
  ]
  const released = ['ground', 'offices']
  expect(floorsOf(floors)).toEqual({ opens: true, floorIds: released, last: 'floors-released' })
  expect(decideAtDoor(question(floors)).reasons.at(-1)).toEqual({ code: 'floors-released', areaIds: released })
})

it('a person who may reach no floor is refused, as outside their passage time', () => {
  const verdict = decideAtDoor(question([floor('lab', ['lab'])]))
  expect(verdict).toMatchObject({ opens: false, abnormal: 'outside-passage-time' })
  expect(verdict.reasons.at(-1)).toEqual({ code: 'no-floor' })
  expect(verdict).not.toHaveProperty('floorIds')
  expect(floorsOf([floor('bar', [], 'evening')], { atMs: null }).opens).toBe(false)
})

it('an elevator that is open to everybody releases every floor, and a door none', () => {
  const floors = [floor('lab', ['lab']), floor('bar', [], 'evening')]
  const { state } = question(floors)
  const emergency = { kind: 'fire', sinceMs: atMs } as const
  const stranger = { subject: { kind: 'stranger' } } as const
  expect(floorsOf(floors, { ...stranger, state: { ...state, emergency } }).floorIds).toEqual(['bar', 'lab'])
  expect(floorsOf(floors, { ...stranger, state: { ...state, mode: 'held-open' } }).floorIds).toEqual(['bar', 'lab'])
  expect(floorsOf(null)).toMatchObject({ opens: true, floorIds: undefined })
  expect(floorsOf(floors, stranger)).toMatchObject({ opens: false, floorIds: undefined })
})

it('a reader that leads out of the elevator asks for no floor', () => {
  const floors = [floor('lab', ['lab'])]
  const { rules } = question(floors)
  expect(floorsOf(floors, { rules: { ...rules, direction: 'exit' } })).toMatchObject({
    opens: true,
    floorIds: undefined,
  })
})

it('a face with several entries reaches the floors that each of them may', () => {
  const floors = [floor('ground'), floor('lab', ['lab']), floor('offices', ['staff'])]
  const { subject: _, ...asked } = question(floors)
  const { verdict } = decideAtDoorTogether(asked, [person('ada', 'staff', 'lab'), person('ada again', 'staff')])
  expect(verdict.floorIds).toEqual(['ground', 'offices'])
  expect(verdict.reasons.at(-1)).toEqual({ code: 'floors-released', areaIds: ['ground', 'offices'] })
})
