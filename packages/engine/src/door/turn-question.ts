import type { FaceEntry } from '../passage/entries-of-face.ts'
import { pathOf } from './decide-slowly.ts'
import type { QuestionOfFace } from './decide-slowly.ts'
import type { DoorRules, DoorState } from './door-question.ts'
import { groups, hourMs, minuteMs, parents, seconds } from './random-company.ts'
import type { Chance, createCompany } from './random-company.ts'

interface Place {
  chance: Chance
  company: ReturnType<typeof createCompany>
  entries: readonly FaceEntry[]
  doorIds: readonly string[]
  nowMs: number
}

/** The same question at another moment, mostly one at which a rule turns, and with something else in it. */
export function turnQuestion(question: QuestionOfFace, place: Place): QuestionOfFace {
  const { is } = place.chance
  const atMs = is(0.02) ? null : is(0.8) ? edgeOf(question, place) : question.atMs
  // Most questions are asked where nothing above rule 4 decides.
  const isQuiet = is(0.8)
  const { device } = question
  const rules = turnRules(question.rules, place)
  const state: DoorState = isQuiet
    ? { ...question.state, emergency: null, lockdowns: [], mode: 'normal' }
    : question.state
  return {
    ...question,
    atMs,
    device: {
      ...device,
      isRunning: isQuiet || device.isRunning,
      boundGroupIds: is(0.4) ? groups : device.boundGroupIds,
    },
    rules,
    state: turnState(state, { rules, atMs: atMs ?? place.nowMs }, place),
    isUnderDuress: is(0.1),
  }
}

/** A moment at which some rule of this question may turn, or a millisecond beside it. */
function edgeOf(
  { timeZone, rules, state, timetables }: QuestionOfFace,
  { chance: { int, is, pick }, company, entries, nowMs }: Place,
): number {
  const ofPerson = () =>
    entries.flatMap(({ validFromMs, validToMs, leftMs = null, suspensions = [] }) => [
      validFromMs,
      validToMs,
      leftMs,
      ...suspensions.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
    ])
  const ofOthers = () => state.recent.map(({ atMs }) => atMs + pick([0, ...seconds]) * 1000)
  const ofComingIn = () => {
    const enteredAtMs = state.around?.person?.enteredAtMs ?? null
    const minutes = rules.antiPassback?.mode === 'timed' ? rules.antiPassback.minutes : 0
    return [state.firstPersonAtMs, enteredAtMs === null ? null : enteredAtMs + minutes * minuteMs]
  }
  const ofTimetable = () => {
    const { week, holiday } = pick(timetables.length > 0 ? timetables : company.timetables)
    const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate()
    const startMs = today.add({ days: int(3) - 1 }).toZonedDateTime(timeZone).epochMilliseconds
    const ranges = is(0.3) ? holiday : pick(week)
    const minutes = ranges.flatMap((range) => [range.startMinute, range.endMinute])
    return [0, ...minutes].map((minute) => startMs + minute * minuteMs)
  }
  const edges = pick([ofPerson, ofOthers, ofComingIn, ofTimetable])().filter((edge) => edge !== null)
  return edges.length > 0 ? pick(edges) + int(3) - 1 : nowMs
}

function turnRules(rules: DoorRules, { chance: { is, pick }, company }: Place): DoorRules {
  const freeHours = is(0.1)
    ? { timetableId: pick(company.timetableIds), afterFirstPerson: is(0.5) }
    : is(0.3)
      ? null
      : rules.freeHours
  if (is(0.7)) return { ...rules, freeHours }
  // One rule of 7 alone, or the two of areas.
  const one = pick(['interlock', 'escort', 'severalPeople', 'firstPersonIn', 'areas'])
  return {
    ...rules,
    freeHours,
    antiPassback: one === 'areas' ? rules.antiPassback : null,
    occupancyLimit: one === 'areas' ? rules.occupancyLimit : null,
    interlock: one === 'interlock' ? rules.interlock : null,
    escort: one === 'escort' ? rules.escort : null,
    severalPeople: one === 'severalPeople' ? rules.severalPeople : null,
    firstPersonIn: one === 'firstPersonIn' ? rules.firstPersonIn : null,
  }
}

function turnState(
  state: DoorState,
  { rules, atMs }: { rules: DoorRules; atMs: number },
  { chance: { int, is, pick, some }, company, entries, doorIds }: Place,
): DoorState {
  const { around } = state
  const max = rules.occupancyLimit?.max ?? 1
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(company.timeZone)
  const midnight = local.startOfDay().epochMilliseconds
  const aMinuteOrMoreAgo = () => atMs - pick([0, 1, 5, 30]) * minuteMs + int(3) - 1
  const shown = () => {
    const { id: personId, groupIds } = pick(is(0.2) ? entries : pick(company.faces.slice(0, 8)))
    return { personId, groupIds, atMs: atMs - pick([0, 1, ...seconds]) * 1000 + int(3) - 1 }
  }
  const person = around?.person && {
    areaIds: is(0.3) ? pathOf(pick([null, ...Object.keys(parents)]), parents) : around.person.areaIds,
    enteredAtMs: is(0.3) ? aMinuteOrMoreAgo() : around.person.enteredAtMs,
  }
  return {
    ...state,
    around:
      around && is(0.9)
        ? {
            person: is(0.9) ? (person ?? null) : null,
            occupancy: pick([around.occupancy, max - 1, max, max + 1, null]),
            openDoorIds: is(0.1) ? null : is(0.5) ? around.openDoorIds : some(doorIds, 0.1),
          }
        : null,
    recent: is(0.4) ? Array.from({ length: 1 + int(4) }, shown) : state.recent,
    firstPersonAtMs: is(0.3)
      ? pick([null, atMs + 1, atMs, midnight, atMs - hourMs, atMs - 9 * hourMs, atMs - 25 * hourMs])
      : state.firstPersonAtMs,
  }
}
