import {
  loadStewardFaces,
  markAsSteward,
  maxFaces,
  maxMarks,
  type MusterState,
  openStewardList,
  stewardHeader,
} from '@gatehouse/contract/features/muster.ts'
import { CallError, isCode } from '../../../api/call-error.ts'
import { call } from '../../../api/call.ts'
import { instantMs, instantOf, nowMs } from '../../../lib/clock.ts'
import type { StewardConflict, StewardList, StewardMark, StewardPerson, StewardStorage } from './steward-storage.ts'

/** The server counts a phone that asks less often as offline. */
const everyMs = 5_000
/** Faces are loaded of so many people at most: a phone has little room, and a larger list is searched by name. */
const maxKeptFaces = 500

type End = 'ended' | 'revoked' | 'expired' | 'unknown'
export type UnsentMark = { id: string; name: string | null; state: MusterState }

export type StewardView =
  | { state: 'opening' }
  | { state: 'failed'; error: unknown }
  /** `late`: marks that came after the end. `unsent`: marks that the server no longer takes. */
  | { state: 'over'; why: End; late: number; unsent: readonly UnsentMark[] }
  | {
      state: 'shown'
      list: StewardList
      /** The list with the marks of this phone in it. */
      people: readonly StewardPerson[]
      waiting: number
      isConnected: boolean
      /** Why the server refused marks, though it answered. */
      refusal: unknown
      conflicts: readonly StewardConflict[]
      faces: ReadonlyMap<string, string>
      /** The browser keeps marks over a reload. */
      isKept: boolean
    }

/** The list of a steward on a phone: shows what is kept at once, keeps each mark before it sends it, and asks the server again and again. */
export function createSteward(token: string, storage: StewardStorage) {
  const options = { headers: { [stewardHeader]: token } }
  const listeners = new Set<() => void>()
  let list = storage.readList()
  let marks = storage.readMarks()
  let conflicts = storage.readConflicts()
  let faces: ReadonlyMap<string, string> = storage.readFaces()
  let isConnected = false
  let isKept = true
  let late = 0
  let refusal: unknown
  let over: Extract<StewardView, { state: 'over' }> | undefined
  let failure: unknown
  let view = viewOf()

  function viewOf(): StewardView {
    if (over) return over
    if (list)
      return {
        state: 'shown',
        list,
        people: withMarks(list.people, marks),
        waiting: marks.length,
        isConnected,
        refusal,
        conflicts,
        faces,
        isKept,
      }
    return failure === undefined ? { state: 'opening' } : { state: 'failed', error: failure }
  }
  const announce = () => {
    view = viewOf()
    for (const listener of listeners) listener()
  }

  const nameOf = (personId: string) => list?.people.find(({ id }) => id === personId)?.name ?? null

  /** Marks wait on the phone until the server has answered for each of them. */
  async function sendMarks(): Promise<StewardMark[]> {
    const older: StewardMark[] = []
    // Another tab of this link may have added some, or sent some.
    marks = storage.readMarks()
    while (marks.length > 0) {
      const sent = marks.slice(0, maxMarks)
      const answer = await call(markAsSteward, { body: { sentAt: instantOf(nowMs()), marks: sent } }, options)
      const outcomes = new Map(answer.marks.map(({ id, outcome }) => [id, outcome]))
      // A server that does not answer for a mark is not asked for it without end.
      if (!sent.some(({ id }) => outcomes.has(id))) break
      for (const one of sent) {
        const outcome = outcomes.get(one.id)
        if (!outcome) continue
        if (outcome === 'taken' && list) list = { ...list, people: withMarks(list.people, [one]) }
        if (outcome === 'older' || outcome === 'unknown-person') older.push(one)
        if (outcome === 'late') late += 1
        storage.dropMark(one.id)
      }
      marks = storage.readMarks()
    }
    return older
  }

  async function loadList() {
    const after = list?.revision
    const answer = await call(openStewardList, { query: after === undefined ? {} : { after } }, options)
    list = mergedList(list, answer)
    storage.keepList(list)
  }

  /** Says plainly which marks of this phone do not count, unless what counts instead says the same. */
  function noteConflicts(older: readonly StewardMark[]) {
    const states = new Map(list?.people.map(({ id, state }) => [id, state]))
    const fresh = older.flatMap((mark): StewardConflict[] => {
      const counts = states.get(mark.personId) ?? null
      if (counts === mark.state) return []
      return [{ id: mark.id, name: nameOf(mark.personId), state: mark.state, at: mark.at, counts }]
    })
    if (fresh.length === 0) return
    conflicts = [...conflicts, ...fresh]
    storage.keepConflicts(conflicts)
  }

  async function loadFaces() {
    while (list && faces.size < maxKeptFaces) {
      const ids = list.people.flatMap(({ id, hasFace }) => (hasFace && !faces.has(id) ? [id] : [])).slice(0, maxFaces)
      if (ids.length === 0) return
      const loaded = await call(loadStewardFaces, { query: { ids: ids.join(',') } }, options)
      const next = new Map(faces)
      // One that did not come is not asked for again.
      for (const id of ids) next.set(id, '')
      for (const { id, jpeg } of loaded) {
        next.set(id, jpeg)
        storage.keepFace(id, jpeg)
      }
      faces = next
      announce()
    }
  }

  function end(why: End) {
    const unsent = marks.map(({ id, personId, state }) => ({ id, name: nameOf(personId), state }))
    storage.wipe()
    list = undefined
    marks = []
    faces = new Map()
    over = { state: 'over', why, late, unsent }
    stop()
  }

  async function syncOnce() {
    try {
      let older: StewardMark[] = []
      refusal = undefined
      try {
        older = await sendMarks()
      } catch (error) {
        // A mark that the server cannot take must not keep the list from coming.
        if (!isRefusal(error) || endOf(error)) throw error
        refusal = error
      }
      await loadList()
      noteConflicts(older)
      isConnected = true
      failure = undefined
      announce()
      await loadFaces()
    } catch (error) {
      const why = endOf(error)
      if (why) end(why)
      else {
        isConnected = false
        failure = error
      }
    }
    announce()
  }

  let isAsked = false
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** One round after another, never two at once; what is asked for meanwhile is done in the next one. */
  function sync(): Promise<void> {
    isAsked = true
    running ??= syncAll()
    return running
  }
  async function syncAll() {
    clearTimeout(timer)
    while (isAsked && !over) {
      isAsked = false
      await syncOnce()
    }
    running = undefined
    if (!over && listeners.size > 0) timer = setTimeout(syncNow, everyMs)
  }

  function stop() {
    clearTimeout(timer)
    removeEventListener('online', syncNow)
    document.removeEventListener('visibilitychange', syncNow)
  }
  const syncNow = () => void sync()

  return {
    view: () => view,
    /** The list is asked for while somebody listens. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        addEventListener('online', syncNow)
        document.addEventListener('visibilitychange', syncNow)
        void sync()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    sync,
    mark: (personId: string, state: MusterState) => {
      // Two marks of one person never have the same time: the later one counts.
      const lastMs = Math.max(0, ...marks.filter((one) => one.personId === personId).map(({ at }) => instantMs(at)))
      const next = { id: newId(), personId, state, at: instantOf(Math.max(nowMs(), lastMs + 1)) }
      if (!storage.keepMark(next)) isKept = false
      marks = [...marks, next]
      announce()
      void sync()
    },
    forgetConflicts: () => {
      conflicts = []
      storage.keepConflicts(conflicts)
      announce()
    },
  }
}
export type Steward = ReturnType<typeof createSteward>

/** The state of each person by the latest of these marks; without one, as it was. */
export function withMarks(people: readonly StewardPerson[], marks: readonly StewardMark[]): StewardPerson[] {
  const latest = new Map<string, StewardMark>()
  for (const mark of marks) {
    const before = latest.get(mark.personId)
    if (!before || instantMs(before.at) <= instantMs(mark.at)) latest.set(mark.personId, mark)
  }
  return people.map((person) => {
    const mark = latest.get(person.id)
    return mark ? { ...person, state: mark.state, markedAt: mark.at } : person
  })
}

/** The list with what has changed since; people keep the order of names that the server gave. */
export function mergedList(before: StewardList | undefined, answer: StewardList): StewardList {
  if (!before) return answer
  const people = new Map(before.people.map((person) => [person.id, person]))
  const isNew = answer.people.some(({ id }) => !people.has(id))
  for (const person of answer.people) people.set(person.id, person)
  const merged = [...people.values()]
  if (isNew) merged.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
  return { ...answer, people: merged }
}

const isRefusal = (error: unknown) => error instanceof CallError && error.status >= 400 && error.status < 500

function endOf(error: unknown): End | undefined {
  if (isCode<typeof openStewardList>(error, 'muster.link-ended')) return 'ended'
  if (isCode<typeof openStewardList>(error, 'muster.link-revoked')) return 'revoked'
  if (isCode<typeof openStewardList>(error, 'muster.link-expired')) return 'expired'
  if (isCode<typeof openStewardList>(error, 'muster.link-unknown')) return 'unknown'
  return undefined
}

/** A random UUID (RFC 9562, version 4), also where the page is not secure and the browser hides `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
