import type { FaceEntry } from '../passage/entries-of-face.ts'
import { arriveSlowly, decideFaceSlowly, decideSlowly, pathOf } from './decide-slowly.ts'
import type { QuestionOfFace } from './decide-slowly.ts'
import type { DoorQuestion, DoorState, RecentPerson } from './door-question.ts'
import type { Passage } from './presence.ts'
import { createChance, createCompany, groups, parents } from './random-company.ts'
import type { Reader } from './random-company.ts'
import { turnQuestion } from './turn-question.ts'
import { emergencyKinds } from './vocabulary.ts'

export type Asked =
  | { entries: readonly FaceEntry[]; question: QuestionOfFace }
  | { entries: null; question: DoorQuestion }

interface Walker {
  entries: readonly FaceEntry[]
  /** the area where they really are; null: outside */
  areaId: string | null
  /** those that the server has, in the order of arrival */
  arrived: Passage[]
  /** the area where the server takes them to be, and each one around it */
  knownAreaIds: string[]
}

interface Terminal extends Reader {
  isOnline: boolean
  kept: Arrival[]
}

type Arrival = { walker: Walker; passage: Passage }

/**
 * Lets the people of a company made by chance walk about in it for so many passages. `ask` is called with what a terminal
 * asks at each of them, and again with that question as it would be at the edges of its rules. Meanwhile emergencies,
 * lockdowns and commands come and go, and terminals fall offline, whose records come late, in any order, and some twice.
 *
 * Gives the records of each face in the order in which the server received them.
 */
export function walkCompany(
  random: () => number,
  { faces: faceCount, passages }: { faces: number; passages: number },
  ask: (asked: Asked) => void,
): Passage[][] {
  const chance = createChance(random)
  const { int, is, pick, some, maybe } = chance
  const company = createCompany(chance, faceCount)
  const walkers = company.faces.map((entries): Walker => ({ entries, areaId: null, arrived: [], knownAreaIds: [] }))
  const terminals = company.readers.map((reader): Terminal => ({ ...reader, isOnline: true, kept: [] }))
  const late: Arrival[] = []
  const areaIds = Object.keys(parents)
  const doorIds = [...new Set(terminals.map(({ doorId }) => doorId))]
  const modes = new Map<string, DoorState['mode']>()
  const recent = new Map<string, RecentPerson[]>()
  const firstPersonAt = new Map<string, number>()
  const openUntil = new Map<string, number>()
  let nowMs = company.startMs
  let emergency: (NonNullable<DoorState['emergency']> & { areaId: string }) | null = null
  let lockdowns: (DoorState['lockdowns'][number] & { areaId: string })[] = []
  let recordCount = 0
  let last = pick(walkers)

  for (let count = 0; count < passages; count++) {
    nowMs += is(0.1) ? int(2) : int(12_000)
    letThingsHappen()
    // Now and then somebody passes again at once.
    const walker = is(0.8) ? pick(walkers) : last
    last = walker
    const near = terminals.filter(({ rules }) => rules.leavesAreaId === walker.areaId)
    const terminal = pick(is(0.85) && near.length > 0 ? near : terminals)
    pass(walker, terminal)
    if (is(0.01)) correct(pick(walkers))
    if (terminal.isOnline) deliver(terminal.kept)
    if (is(0.02)) deliver(late)
  }
  for (const { kept } of terminals) deliver(kept)
  deliver(late)
  return walkers.map(({ arrived }) => arrived)

  function letThingsHappen() {
    if (emergency && is(0.05)) emergency = null
    else if (is(0.005)) emergency = { kind: pick(emergencyKinds), sinceMs: nowMs, areaId: pick(['hq', 'depot']) }
    if (is(0.01)) {
      const exemptGroupIds = some(groups, 0.4)
      lockdowns.push({ id: `l${nowMs}`, sinceMs: nowMs, exemptGroupIds, areaId: pick(areaIds) })
    }
    if (is(0.02)) lockdowns = some(lockdowns.slice(0, -1), 0.7)
    if (is(0.015)) modes.set(pick(doorIds), pick(['held-open', 'held-closed']))
    if (is(0.1)) modes.set(pick(doorIds), 'normal')
    const terminal = pick(terminals)
    if (is(0.05)) terminal.device = { ...terminal.device, isRunning: is(0.95) }
    if (is(0.1)) terminal.isOnline = is(0.8)
  }

  function pass(walker: Walker, terminal: Terminal) {
    const { rules, device, policies, timetables, doorId, skewMs } = terminal
    const { entries } = walker
    const question: QuestionOfFace = {
      atMs: skewMs === null ? null : nowMs + skewMs,
      timeZone: company.timeZone,
      device,
      policies,
      timetables,
      rules,
      state: stateAt(terminal, walker),
      isUnderDuress: is(0.02),
    }
    ask({ entries, question })
    for (let turn = 0; turn < 2; turn++)
      ask({ entries, question: turnQuestion(question, { chance, company, entries, doorIds, nowMs }) })
    if (is(0.01)) ask({ entries: [], question })
    if (is(0.05)) ask({ entries: null, question: { ...question, subject: { kind: is(0.5) ? 'stranger' : 'spoof' } } })

    const { opens, mainId } = decideFaceSlowly(question, entries)
    const main = entries.find(({ id }) => id === mainId)
    if (!main) return
    const atMs = question.atMs ?? nowMs
    // The terminal remembers whom rules 1 to 6 let pass.
    if (decideSlowly({ ...question, rules: { ...rules, ...noRulesOf7 }, subject: main }).opens) {
      const shown = { personId: main.id, groupIds: main.groupIds, atMs }
      recent.set(doorId, [...(recent.get(doorId) ?? []).slice(-7), shown])
    }
    if (!opens) return
    openUntil.set(doorId, nowMs + 6000)
    if (rules.direction !== 'exit' && is(0.3)) firstPersonAt.set(doorId, atMs)
    const hasPassed = is(0.9)
    if (hasPassed) walker.areaId = rules.entersAreaId
    const passage = recordOf(terminal, atMs, hasPassed)
    if (!terminal.isOnline) terminal.kept.push({ walker, passage })
    else if (is(0.05)) late.push({ walker, passage })
    else arrive({ walker, passage })
    if (is(0.05)) late.push({ walker, passage: isDeniedLate(passage) ? { ...passage, isConfirmed: false } : passage })
  }

  /** The contact of a door may tell only later that nobody has passed. */
  function isDeniedLate({ kind, isConfirmed }: Passage): boolean {
    return kind !== 'turnstile' && isConfirmed === null && is(0.5)
  }

  function stateAt({ rules, doorId, isOnline }: Terminal, { knownAreaIds, arrived }: Walker): DoorState {
    const path = [...pathOf(rules.leavesAreaId, parents), ...pathOf(rules.entersAreaId, parents)]
    const isHeldOpen = (id: string) => modes.get(id) === 'held-open'
    const entered = arrived.filter(({ entersAreaId }) => entersAreaId === rules.entersAreaId).map(({ atMs }) => atMs)
    const inside = walkers.filter((one) => one.knownAreaIds.some((id) => id === rules.entersAreaId))
    const around = {
      person: { areaIds: knownAreaIds, enteredAtMs: entered.length > 0 ? Math.max(...entered) : null },
      occupancy: rules.entersAreaId === null ? null : inside.length,
      openDoorIds: doorIds.filter((id) => (openUntil.get(id) ?? 0) > nowMs || isHeldOpen(id)),
    }
    return {
      emergency: emergency && path.includes(emergency.areaId) ? emergency : null,
      lockdowns: lockdowns.filter(({ areaId }) => path.includes(areaId)),
      mode: modes.get(doorId) ?? 'normal',
      around: isOnline ? around : null,
      recent: recent.get(doorId) ?? [],
      firstPersonAtMs: firstPersonAt.get(doorId) ?? null,
    }
  }

  function recordOf({ rules, doorId, kind, hasContact }: Terminal, atMs: number, hasPassed: boolean): Passage {
    return {
      recordId: recordId(),
      atMs,
      doorId,
      kind,
      direction: rules.direction,
      leavesAreaId: rules.leavesAreaId,
      entersAreaId: rules.entersAreaId,
      isConfirmed: hasContact ? (is(0.1) ? null : hasPassed) : null,
      wasHeldOpen: modes.get(doorId) === 'held-open',
    }
  }

  /** Somebody is put right by hand, or the day ends for them. */
  function correct(walker: Walker) {
    const through = { doorId: null, kind: 'door', direction: 'entry', isConfirmed: null, wasHeldOpen: false } as const
    const entersAreaId = maybe(0.5, () => pick(areaIds))
    arrive({ walker, passage: { ...through, recordId: recordId(), atMs: nowMs, leavesAreaId: null, entersAreaId } })
  }

  /** Of no order, so that of two at one instant either may be the later. */
  function recordId(): string {
    return `r${int(1e6).toString().padStart(6, '0')}-${recordCount++}`
  }

  function deliver(arrivals: Arrival[]) {
    while (arrivals.length > 0) for (const arrival of arrivals.splice(int(arrivals.length), 1)) arrive(arrival)
  }

  function arrive({ walker, passage }: Arrival) {
    walker.arrived.push(passage)
    walker.knownAreaIds = pathOf(arriveSlowly(walker.arrived, parents)?.areaId ?? null, parents)
  }
}

const noRulesOf7 = {
  antiPassback: null,
  occupancyLimit: null,
  interlock: null,
  escort: null,
  severalPeople: null,
  firstPersonIn: null,
  floors: null,
}
