import type { AlarmEvent } from './alarm-event.ts'
import { type AlarmStatus, isMoment, type TraceKind } from './vocabulary.ts'

/** One line of an alarm's trace, as a device or the server writes it. */
type TraceLine = { at: string; kind: TraceKind; by: null; text: string | null; claimedAt: string | null }

/** An alarm while events are counted on it. */
export type AlarmDraft = Readonly<
  Omit<AlarmEvent, 'state' | 'atMs'> & {
    id: string
    raisedAtMs: number
    lastAtMs: number
    releasedAtMs: number | null
    times: number
    status: AlarmStatus
    isAcknowledged: boolean
    isClosedByHand: boolean
    traceLength: number
    /** One of its events had an impossible time. */
    isDoubtful: boolean
    isNew: boolean
    isChanged: boolean
    added: readonly TraceLine[]
  }
>

export type Grouping = {
  /** Events of one kind that follow each other within this time belong to one alarm. */
  groupMs: number
  newId: () => string
}

const dayMs = 86_400_000
/** Devices write this many lines into one trace; beyond that the alarm only counts. */
const maxOwnEntries = 50

/**
 * Counts an event on the latest alarm of its kind, or begins a new one (ADR 17), and returns the alarm that is the latest
 * afterwards.
 *
 * - A raise is counted while that alarm lasts, or soon after its last event if the alarm began less than a day ago.
 * - A raise of a moment (somebody stood there, and left) is counted by its time alone.
 * - A raise that the device told before counts once.
 * - A raise that arrives after its own release is counted, but opens nothing.
 * - An alarm that somebody closed is never opened again: the next raise begins another.
 * - A release ends the alarm whose latest raise it names; one of an earlier raise only stands in the trace.
 * - A release without a raise is kept as an alarm that is over.
 * - A release that failed is shown as long as the alarm lasts.
 */
export function countEvent(
  current: AlarmDraft | undefined,
  event: AlarmEvent,
  grouping: Grouping,
): AlarmDraft | undefined {
  switch (event.state) {
    case 'raised':
      if (current && isSame(current, event)) return current
      return current && joins(current, event, grouping.groupMs)
        ? repeat(current, event)
        : begin(event, grouping.newId())
    case 'raised-late':
      return raiseLate(current, event, grouping)
    case 'released':
      return release(current, event, grouping)
    case 'release-failed':
      return current && isOpen(current) && isSame(current, event)
        ? note({ ...current, status: 'release-failed' }, event, 'release-failed')
        : current
  }
}

const isOpen = ({ status }: AlarmDraft) => status !== 'released'
const isSame = (current: AlarmDraft, event: AlarmEvent) =>
  event.deviceAlarmId !== null && current.deviceAlarmId === event.deviceAlarmId

/** Whether a raise belongs to the alarm before: it still lasts, or ended only a moment ago and nobody has closed it. */
function joins(current: AlarmDraft, event: AlarmEvent, groupMs: number): boolean {
  if (current.isClosedByHand) return false
  const isNear = isWithin(current, event, groupMs) && event.atMs - current.raisedAtMs < dayMs
  return isMoment(event.code) ? isNear : isOpen(current) || isNear
}

const isWithin = (current: AlarmDraft, { atMs }: AlarmEvent, groupMs: number) =>
  Math.abs(atMs - Math.max(current.lastAtMs, current.releasedAtMs ?? 0)) <= groupMs

function draftOf(event: AlarmEvent, id: string): AlarmDraft {
  const { state: _, atMs, ...facts } = event
  return {
    ...facts,
    id,
    raisedAtMs: atMs,
    lastAtMs: atMs,
    releasedAtMs: null,
    times: 1,
    status: 'raised',
    isAcknowledged: false,
    isClosedByHand: false,
    traceLength: 0,
    isDoubtful: false,
    isNew: true,
    isChanged: true,
    added: [],
  }
}

const begin = (event: AlarmEvent, id: string): AlarmDraft => note(draftOf(event, id), event, 'raised')

/** An alarm that is over when it begins. */
const beginReleased = (event: AlarmEvent, id: string, kind: TraceKind): AlarmDraft =>
  note({ ...draftOf(event, id), status: 'released', releasedAtMs: event.atMs }, event, kind)

function repeat(current: AlarmDraft, event: AlarmEvent): AlarmDraft {
  const counted = {
    ...current,
    times: current.times + 1,
    lastAtMs: Math.max(current.lastAtMs, event.atMs),
    deviceAlarmId: event.deviceAlarmId,
    canRelease: event.canRelease,
    imageHash: current.imageHash ?? event.imageHash,
  }
  const status = current.isAcknowledged ? 'acknowledged' : 'raised'
  return note(isOpen(current) ? counted : { ...counted, status, releasedAtMs: null }, event, 'repeated')
}

/** The raise is counted and stands in the trace, but is over: it opens nothing. */
function raiseLate(current: AlarmDraft | undefined, event: AlarmEvent, { groupMs, newId }: Grouping): AlarmDraft {
  if (!current || !(isSame(current, event) || isOpen(current) || isWithin(current, event, groupMs)))
    return beginReleased(event, newId(), 'raised')
  const isCounted = isSame(current, event)
  const times = isCounted ? current.times : current.times + 1
  const imageHash = current.imageHash ?? event.imageHash
  return note({ ...current, times, imageHash }, event, isCounted ? 'raised' : 'repeated')
}

function release(
  current: AlarmDraft | undefined,
  event: AlarmEvent,
  { groupMs, newId }: Grouping,
): AlarmDraft | undefined {
  if (current && (event.deviceAlarmId === null || isSame(current, event))) {
    if (!isOpen(current)) return current
    return note(
      { ...current, status: 'released', releasedAtMs: Math.max(event.atMs, current.lastAtMs) },
      event,
      'released',
    )
  }
  if (event.deviceAlarmId === null) return current
  // The release names a raise that was counted on this alarm before its latest one.
  if (current && (isOpen(current) || isWithin(current, event, groupMs))) return note(current, event, 'released')
  return beginReleased(event, newId(), 'released-without-raise')
}

function note(draft: AlarmDraft, { atMs, claimedAt, description }: AlarmEvent, kind: TraceKind): AlarmDraft {
  const changed = { ...draft, isChanged: true, isDoubtful: draft.isDoubtful || claimedAt !== null }
  if (draft.traceLength >= maxOwnEntries) return changed
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toString()
  const line = { at, kind, by: null, text: description, claimedAt }
  return { ...changed, traceLength: draft.traceLength + 1, added: [...draft.added, line] }
}
