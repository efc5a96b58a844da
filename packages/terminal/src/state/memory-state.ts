import { isNumberLost } from './is-number-lost.ts'
import { createCapacityCheck, nextProgress, noProgress, type Progress } from './people-progress.ts'
import { makeSerialNumber } from './serial-number.ts'
import {
  defaultQueueLimits,
  doorEventLimits,
  type CommandJournal,
  type CommandOutcome,
  type Configuration,
  type Identity,
  type NewAlarm,
  type NewDoorEvent,
  type NewRecord,
  type PeopleChange,
  type PeopleStep,
  type PeopleStore,
  type PersonFailure,
  type QueueLimits,
  type QueuedRecord,
  type RecordQueue,
  type StoredPerson,
  type TerminalState,
} from './terminal-state.ts'

/**
 * State for simulations with thousands of terminals: like a folder, but lost with the process. About 2 kB for a
 * terminal without people.
 */
export function createMemoryState(limits: QueueLimits = defaultQueueLimits): TerminalState {
  let identity: Identity | null = null
  let configuration: Configuration | null = null
  let people: PeopleStore = createMemoryPeople()
  let records = createQueue<NewRecord>(limits)
  let alarms = createQueue<NewAlarm>(limits)
  let doorEvents = createQueue<NewDoorEvent>(doorEventLimits)
  let commands = createMemoryCommands()
  return {
    serialNumber: makeSerialNumber(),
    isLeaving: false,
    doorMode: 'normal',
    lockdown: null,
    fireSinceMs: null,
    doorContact: null,
    lostWires: [],
    lastEntries: {},
    announced: null,
    recogniser: null,
    restoreHeard: null,
    activeAlarms: [],
    companyPictures: [],
    get identity() {
      return identity
    },
    set identity(value) {
      identity = value
    },
    get configuration() {
      return configuration
    },
    set configuration(value) {
      configuration = value
    },
    get people() {
      return people
    },
    get records() {
      return records
    },
    get alarms() {
      return alarms
    },
    get doorEvents() {
      return doorEvents
    },
    get commands() {
      return commands
    },
    wipe() {
      this.isLeaving = false
      this.doorMode = 'normal'
      this.lockdown = null
      this.fireSinceMs = null
      this.doorContact = null
      this.lostWires = []
      this.lastEntries = {}
      this.announced = null
      this.recogniser = null
      this.restoreHeard = null
      identity = null
      configuration = null
      this.companyPictures = []
      people = createMemoryPeople()
      records = createQueue(limits)
      alarms = createQueue(limits)
      doorEvents = createQueue(doorEventLimits)
      this.activeAlarms = []
      commands = createMemoryCommands()
    },
    async saved() {},
    close() {},
  }
}

/** The content that a store of people starts with, if it was kept elsewhere. */
export type PeopleStart = {
  readonly progress: Progress
  readonly people: readonly StoredPerson[]
  readonly failures: readonly (readonly [personId: string, reason: PersonFailure])[]
  readonly uses: readonly (readonly [passId: string, uses: number])[]
}

const noPeople: PeopleStart = { progress: noProgress, people: [], failures: [], uses: [] }

type HeldPeople = {
  readonly people: Map<string, { readonly person: StoredPerson; readonly generation: number }>
  readonly failures: Map<string, { readonly reason: PersonFailure; readonly generation: number }>
}

type Next = ReturnType<typeof nextProgress>

function applyStep({ people, failures }: HeldPeople, step: PeopleStep, next: Next): PeopleChange {
  for (const personId of step.removals) {
    people.delete(personId)
    failures.delete(personId)
  }
  const stored = storePeople({ people, failures }, step, next)
  const older = next.endsFullPull ? removeOlder({ people, failures }, next.generation) : []
  return { stored, gone: [...step.removals, ...older] }
}

/** Stores the people of a step as far as there is room; gives those who are stored. */
function storePeople({ people, failures }: HeldPeople, step: PeopleStep, next: Next): StoredPerson[] {
  const { generation, countedFrom } = next
  const counted = [...people.values()].filter((entry) => entry.generation >= countedFrom).length
  const fits = createCapacityCheck(counted, step.capacity)
  const stored: StoredPerson[] = []
  for (const { person, failure } of step.upserts) {
    if (!fits((people.get(person.id)?.generation ?? -1) >= countedFrom)) {
      failures.set(person.id, { reason: 'capacity', generation })
      continue
    }
    people.set(person.id, { person, generation })
    if (failure) failures.set(person.id, { reason: failure, generation })
    else failures.delete(person.id)
    stored.push(person)
  }
  return stored
}

/** Deletes whom a full list that has ended did not name; gives them. */
function removeOlder({ people, failures }: HeldPeople, generation: number): string[] {
  const gone: string[] = []
  for (const [personId, entry] of people)
    if (entry.generation < generation && people.delete(personId)) gone.push(personId)
  for (const [personId, entry] of failures) if (entry.generation < generation) failures.delete(personId)
  return gone
}

/** The people in memory, and the values of `PeopleStart` after they are applied. */
export function createMemoryPeople(start = noPeople): PeopleStore & Omit<PeopleStart, 'people'> {
  const { generation } = start.progress
  const people = new Map(start.people.map((person) => [person.id, { person, generation }]))
  const failures = new Map(start.failures.map(([personId, reason]) => [personId, { reason, generation }]))
  const uses = new Map(start.uses)
  let { progress } = start
  /** Deletes the uses of passes that nobody here has. */
  function purgeUses(): void {
    if (uses.size === 0) return
    const held = new Set([...people.values()].flatMap(({ person }) => person.passes.map(({ id }) => id)))
    for (const passId of uses.keys()) if (!held.has(passId)) uses.delete(passId)
  }
  return {
    get progress() {
      return progress
    },
    get failures() {
      return [...failures].map(([personId, { reason }]) => [personId, reason] as const)
    },
    get uses() {
      return [...uses]
    },
    get cursor() {
      return progress.cursor
    },
    get hashing() {
      return progress.hashing
    },
    get isFullPull() {
      return progress.isFullPull
    },
    get count() {
      return people.size
    },
    get dueReport() {
      if (!progress.isReportDue || progress.cursor === null) return null
      const listed = [...failures].map(([personId, { reason }]) => ({ personId, reason }))
      return { cursor: progress.cursor, failures: listed.toSorted((a, b) => (a.personId < b.personId ? -1 : 1)) }
    },
    hasFailure: (wanted) => [...failures.values()].some(({ reason }) => reason === wanted),
    apply(step) {
      const next = nextProgress(progress, step)
      const change = applyStep({ people, failures }, step, next)
      progress = next.progress
      if (step.ends) purgeUses()
      return change
    },
    find: (personId) => people.get(personId)?.person,
    *all() {
      for (const { person } of people.values()) yield person
    },
    findByCode(codeHash) {
      for (const { person } of people.values()) {
        const pass = person.passes.find((pass) => pass.codeHash === codeHash)
        if (pass) return { person, pass }
      }
      return undefined
    },
    findByCard(cardHash) {
      for (const { person } of people.values()) if (person.cardHash === cardHash) return person
      return undefined
    },
    usesOf: (pass) => Math.max(pass.usedCount, uses.get(pass.id) ?? 0),
    noteUse(pass) {
      uses.set(pass.id, this.usesOf(pass) + 1)
    },
    markReported(cursor) {
      if (progress.cursor === cursor) progress = { ...progress, isReportDue: false }
    },
    startOver: () => void (progress = { ...progress, cursor: null, isFullPull: false }),
  }
}

function createQueue<Body extends object>(limits: QueueLimits): RecordQueue<Body> {
  let queue: QueuedRecord<Body>[] = []
  let kept: (QueuedRecord<Body> & { readonly atMs: number })[] = []
  const aside = new Set<number>()
  let nextSequence = 1
  const dropCaptureAt = (index: number): void => {
    const entry = queue[index]
    if (entry) queue[index] = { ...entry, capture: null }
  }
  return {
    get waiting() {
      return queue.length - aside.size
    },
    get kept() {
      return kept.length
    },
    get setAsideCount() {
      return aside.size
    },
    get nextSequence() {
      return nextSequence
    },
    append(record, capture) {
      const sequence = nextSequence++
      queue.push({ sequence, record, capture })
      const withCapture = (entry: QueuedRecord<Body>): boolean => entry.capture !== null
      if (queue.filter(withCapture).length > limits.captures) dropCaptureAt(queue.findIndex(withCapture))
      if (queue.length > limits.records) aside.delete(queue.shift()?.sequence ?? 0)
      return sequence
    },
    async next(limit, maxBytes) {
      const batch: QueuedRecord<Body>[] = []
      let bytes = 0
      for (const entry of queue) {
        if (aside.has(entry.sequence)) continue
        bytes += entry.capture?.length ?? 0
        if (batch.length === limit || (batch.length > 0 && bytes > maxBytes)) break
        batch.push(entry)
      }
      return batch
    },
    acknowledge(sequences, atMs) {
      const stored = new Set(sequences)
      const done = queue.filter(({ sequence }) => stored.has(sequence)).map((entry) => ({ ...entry, atMs }))
      queue = queue.filter(({ sequence }) => !stored.has(sequence))
      for (const sequence of sequences) aside.delete(sequence)
      kept = limits.kept === 0 ? [] : [...kept, ...done].slice(-limits.kept)
      let captures = 0
      kept = kept
        .toReversed()
        .map((entry) => (entry.capture && ++captures > limits.keptCaptures ? { ...entry, capture: null } : entry))
        .toReversed()
    },
    purgeKept: (beforeMs) => void (kept = kept.filter(({ atMs }) => atMs >= beforeMs)),
    eraseKept(personIds) {
      kept = kept.filter(({ record }) => !('personId' in record && personIds.some((id) => id === record.personId)))
    },
    sendAgainAfter(after) {
      const again = kept.filter(({ sequence }) => sequence > after)
      kept = kept.filter(({ sequence }) => sequence <= after)
      queue = [...again, ...queue].toSorted((a, b) => a.sequence - b.sequence)
      return again.length
    },
    dropCapture: (sequence) => dropCaptureAt(queue.findIndex((entry) => entry.sequence === sequence)),
    setAside: (sequence) => void aside.add(sequence),
    returnSetAside: () => aside.clear(),
    continueAfter(storedSequence) {
      if (!isNumberLost(storedSequence, { nextSequence, total: queue.length })) return
      const last = kept.reduce((highest, { sequence }) => Math.max(highest, sequence), storedSequence)
      const wasAside = new Set(aside)
      aside.clear()
      nextSequence = last + 1
      queue = queue.map((entry) => {
        const sequence = nextSequence++
        if (wasAside.has(entry.sequence)) aside.add(sequence)
        return { ...entry, sequence }
      })
    },
  }
}

export function createMemoryCommands(
  start: readonly (readonly [commandId: string, state: 'begun' | CommandOutcome])[] = [],
): CommandJournal {
  const journal = new Map(start)
  return {
    begin(commandId) {
      const known = journal.get(commandId)
      if (known === undefined) journal.set(commandId, 'begun')
      return known ?? 'fresh'
    },
    finish: (commandId, outcome) => void journal.set(commandId, outcome),
    delete: (commandId) => void journal.delete(commandId),
  }
}
