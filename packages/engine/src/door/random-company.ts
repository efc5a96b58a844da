import type { FaceEntry } from '../passage/entries-of-face.ts'
import type { PassagePolicy } from '../passage/may-pass.ts'
import type { DayRanges, Timetable } from '../passage/timetable.ts'
import { directions } from '../passage/vocabulary.ts'
import type { QuestionOfFace } from './decide-slowly.ts'
import type { DoorRules } from './door-question.ts'
import { doorKinds, unknownSides } from './vocabulary.ts'
import type { DoorKind } from './vocabulary.ts'

/** Each area and the one around it: two sites, a lock of two doors, and a clean room three areas deep. */
export const parents: Record<string, string | null> = {
  hq: null,
  lobby: 'hq',
  mantrap: 'hq',
  vault: 'hq',
  offices: 'hq',
  lab: 'offices',
  clean: 'lab',
  canteen: 'hq',
  depot: null,
  hall: 'depot',
  cage: 'hall',
}

/** 20 doors, as `from > to`, with the kind and the directions of their readers. A dash is outside. */
const plan = `
- > hq door entry exit | - > hq turnstile entry exit | - > hq door both | hq > lobby door entry exit
hq > mantrap door entry exit | mantrap > vault door entry exit | vault > hq door entry | hq > offices turnstile entry exit
offices > lab door entry exit | lab > clean door both | lab > offices door both | clean > hq door exit entry
lobby > canteen elevator entry exit | - > canteen turnstile both | canteen > - door both | - > depot door entry exit
depot > hall turnstile entry exit | hall > cage door entry exit | cage > depot door entry both | hq > depot door entry exit`

/** A terminal at a door. */
export interface Reader {
  doorId: string
  kind: DoorKind
  hasContact: boolean
  rules: DoorRules
  device: QuestionOfFace['device']
  policies: readonly PassagePolicy[]
  timetables: readonly Timetable[]
  /** null: the clock was never set */
  skewMs: number | null
}

export const groups = ['g1', 'g2', 'g3', 'g4', 'v1', 'v2', 'b1']
const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
// Days on which clocks change, a leap day, and a day like any other.
const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01', '2028-02-29', '2026-06-15']
/** Those of escorts and of several people. */
export const seconds = [5, 10, 60]
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

export type Chance = ReturnType<typeof createChance>

export function createChance(random: () => number) {
  const int = (below: number) => Math.floor(random() * below)
  const is = (share: number) => random() < share
  const pick = <T>(list: readonly T[]): T => {
    const [one] = list.slice(int(list.length))
    if (one === undefined) throw new Error('There is nothing to pick from')
    return one
  }
  const some = <T>(list: readonly T[], share: number) => list.filter(() => is(share))
  const oneOrMore = <T>(list: readonly T[], share: number): T[] => [...new Set([pick(list), ...some(list, share)])]
  const maybe = <T>(share: number, make: () => T): T | null => (is(share) ? make() : null)
  return { int, is, pick, some, oneOrMore, maybe }
}

/** A company of 20 doors and so many faces, made by chance. */
export function createCompany(chance: Chance, faceCount: number) {
  const timeZone = chance.pick(zones)
  const on = Temporal.PlainDate.from(chance.pick(days))
  const startMs = on.toZonedDateTime(timeZone).epochMilliseconds + (chance.int(8) - 2) * hourMs
  const timetables = ['t1', 't2', 't3', 't4', 't5', 't6'].map((id) => createTimetable(chance, id, on))
  const timetableIds = [...timetables.map(({ id }) => id), 'not here yet']
  const readers = createReaders(chance, timetables, timetableIds)
  const faces = createFaces(chance, faceCount, () => startMs + (chance.int(48 * 60) - 6 * 60) * minuteMs)
  return { timeZone, startMs, timetables, timetableIds, readers, faces }
}

function createTimetable({ int, is, some, maybe }: Chance, id: string, on: Temporal.PlainDate): Timetable {
  const dayRanges = (): DayRanges =>
    Array.from({ length: int(4) }, () => {
      const startMinute = int(96) * 15
      return { startMinute, endMinute: Math.min(1440, startMinute + (1 + int(40)) * 15) }
    })
  return {
    id,
    name: id,
    validFromOn: maybe(0.5, () => on.add({ days: 1 - int(3) }).toString()),
    validToOn: maybe(0.5, () => on.add({ days: int(3) - 1 }).toString()),
    week: [dayRanges(), dayRanges(), dayRanges(), dayRanges(), dayRanges(), dayRanges(), dayRanges()],
    holiday: dayRanges(),
    holidays: some([on, on.add({ days: 1 }), on.subtract({ years: 2 }), on.add({ years: 1 })], 0.15).map((day) => ({
      on: day.toString(),
      isYearly: is(0.5),
      remark: '',
    })),
  }
}

type Limits = Pick<DoorRules, 'antiPassback' | 'occupancyLimit'>

function createLimits({ is, pick, some, maybe }: Chance, share: number): Limits {
  const common = () => ({ exemptGroupIds: some(groups, 0.12), whenUnknown: pick(unknownSides) })
  return {
    antiPassback: maybe(share, () =>
      is(0.4)
        ? { mode: 'timed', minutes: pick([1, 5, 30]), ...common() }
        : { mode: is(0.5) ? 'soft' : 'hard', ...common() },
    ),
    occupancyLimit: maybe(share, () => ({
      max: pick([0, 3, 10, 40]),
      mode: is(0.5) ? 'alarm' : 'refuse',
      ...common(),
    })),
  }
}

function createReaders(chance: Chance, timetables: Timetable[], timetableIds: string[]): Reader[] {
  const { int, is, pick, some, oneOrMore, maybe } = chance
  const limits = new Map(Object.keys(parents).map((areaId) => [areaId, createLimits(chance, 0.5)]))
  const texts = plan.trim().split(/[|\n]/)
  const doorIds = texts.map((_, index) => `d${index + 1}`)
  return texts.flatMap((text, index) => {
    const [from = '', , to = '', ...words] = text.trim().split(' ')
    const [fromId, toId] = [from === '-' ? null : from, to === '-' ? null : to]
    // The fifth and the sixth are the lock. Every fifth door has every rule of 7.
    const isLock = index === 4 || index === 5
    const hasAll = index % 5 === 0
    const share = hasAll ? 1 : 0.2
    const ofDoor = {
      freeHours: maybe(0.15, () => ({ timetableId: pick(timetableIds), afterFirstPerson: is(0.5) })),
      interlock: maybe(isLock ? 1 : share, () => ({
        doorIds: [isLock ? (index === 4 ? 'd6' : 'd5') : pick(doorIds.toSpliced(index, 1))],
        whenUnknown: pick(unknownSides),
      })),
      escort: maybe(share, () => ({ escortGroupIds: oneOrMore(groups, 0.3), seconds: pick(seconds) })),
      severalPeople: maybe(share, () => ({
        groupIds: oneOrMore(groups, 0.5),
        count: 1 + int(3),
        seconds: pick(seconds),
      })),
      firstPersonIn: maybe(share, () => ({
        groupIds: oneOrMore(groups, 0.3),
        timetableId: maybe(0.7, () => pick(timetableIds)),
      })),
    }
    const hasContact = is(0.6)
    const floors = words.includes('elevator')
      ? ['canteen', 'offices', 'lab'].map((areaId, floor) => ({
          areaId,
          output: floor + 1,
          groupIds: some(groups, 0.4),
          timetableId: maybe(0.5, () => pick(timetableIds)),
        }))
      : null
    const ways = directions.filter((direction) => words.includes(direction))
    return ways.map((direction): Reader => {
      const [leavesAreaId, entersAreaId] = direction === 'exit' ? [toId, fromId] : [fromId, toId]
      const ofArea = entersAreaId === null ? undefined : limits.get(entersAreaId)
      return {
        doorId: `d${index + 1}`,
        kind: doorKinds.find((kind) => words.includes(kind)) ?? 'door',
        hasContact,
        rules: {
          direction,
          leavesAreaId,
          entersAreaId,
          ...ofDoor,
          floors,
          ...(hasAll && ofArea ? createLimits(chance, 1) : (ofArea ?? { antiPassback: null, occupancyLimit: null })),
        },
        device: { isRunning: true, opensForBlacklisted: is(0.3), boundGroupIds: some(groups, 0.85) },
        policies: Array.from({ length: is(0.4) ? 0 : int(5) }, (_, policy) => ({
          id: `p${policy}`,
          groupId: pick(groups),
          timetableId: pick(timetableIds),
        })),
        timetables: some(timetables, 0.9),
        skewMs: is(0.03) ? null : is(0.6) ? 0 : int(6 * minuteMs) - 3 * minuteMs,
      }
    })
  })
}

/** Each face with its entries; most have one. */
function createFaces({ int, is, oneOrMore, maybe }: Chance, count: number, someTime: () => number): FaceEntry[][] {
  let entryCount = 0
  const createEntry = (): FaceEntry => {
    const kind = is(0.7) ? 'staff' : is(0.6) ? 'visitor' : 'blacklisted'
    const suspension = () => {
      const fromMs = someTime()
      return { fromMs, toMs: maybe(0.6, () => fromMs + int(300) * minuteMs) }
    }
    return {
      id: `e${entryCount++}`,
      kind,
      groupIds: oneOrMore(ownGroups[kind], 0.2),
      validFromMs: maybe(0.1, someTime),
      validToMs: maybe(kind === 'visitor' ? 0.3 : 0.06, someTime),
      ...(is(0.12) && { suspensions: Array.from({ length: 1 + int(2) }, suspension) }),
      ...(is(0.2) && { leftMs: maybe(0.8, someTime) }),
    }
  }
  return Array.from({ length: count }, () => Array.from({ length: is(0.75) ? 1 : 2 + int(2) }, createEntry))
}

const ownGroups = { staff: ['g1', 'g2', 'g3', 'g4'], visitor: ['v1', 'v2', 'g4'], blacklisted: ['b1', 'g1'] }
