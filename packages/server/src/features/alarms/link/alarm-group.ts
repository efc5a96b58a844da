import { type AlarmState, alarmCodes, isServerAlarm } from '@gatehouse/contract/device/alarm-types.ts'
import type { AlarmStatus, TraceEntry } from '@gatehouse/contract/features/alarms.ts'

/** Whom an alarm is about when it is about nobody in particular. */
export const noSubject = '00000000-0000-0000-0000-000000000000'

/** Something that a device, or the server for it, has to say of an alarm. */
export type AlarmEvent = {
  /** `raised-late`: a raise that comes after the release of the same alarm has come. */
  state: AlarmState | 'raised-late'
  atMs: number
  /** What the device said, where `atMs` is when it arrived. */
  claimedAt: string | null
  code: number
  /** The person that it is about, where alarms of different people are different alarms. */
  subject: string
  /** The device's own id, the same from raise to release; null for the server's. */
  deviceAlarmId: string | null
  description: string | null
  personId: string | null
  recordId: string | null
  canRelease: boolean
  imageHash: Buffer | null
}

/** An alarm while events are counted on it. */
export type AlarmDraft = Omit<AlarmEvent, 'state' | 'atMs'> & {
  id: string
  raisedAtMs: number
  lastAtMs: number
  releasedAtMs: number | null
  times: number
  status: AlarmStatus
  isAcknowledged: boolean
  isClosedByHand: boolean
  traceLength: number
  /** An event of it said a time that cannot be. */
  isDoubtful: boolean
  isNew: boolean
  isChanged: boolean
  added: TraceEntry[]
}

const dayMs = 86_400_000
/** What devices write into one trace; beyond that the alarm only counts. */
const maxOwnEntries = 50

/** Of such an alarm there is no state that could end: a person stood there, and left. */
export const isMoment = (code: number) => isServerAlarm(code) && code !== alarmCodes['offline-too-long']

/**
 * Counts an event on the latest alarm of its kind, or begins a new one (ADR 0018). Gives the alarm that is the latest
 * afterwards: the one before, changed in place, or the new one.
 */
export function countEvent(
  current: AlarmDraft | undefined,
  event: AlarmEvent,
  { groupMs, newId }: { groupMs: number; newId: () => string },
): AlarmDraft | undefined {
  switch (event.state) {
    case 'raised':
      if (current && isSame(current, event)) return current
      return current && joins(current, event, groupMs) ? repeat(current, event) : begin(event, newId())
    case 'raised-late':
      return raiseLate(current, event, groupMs, newId)
    case 'released':
      return release(current, event, groupMs, newId)
    case 'release-failed':
      if (current && isOpen(current) && isSame(current, event)) {
        current.status = 'release-failed'
        note(current, event, 'release-failed')
      }
      return current
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

function begin({ state, atMs, ...event }: AlarmEvent, id: string): AlarmDraft {
  const draft: AlarmDraft = {
    ...event,
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
  note(draft, { ...event, state, atMs }, 'raised')
  return draft
}

function repeat(current: AlarmDraft, event: AlarmEvent): AlarmDraft {
  current.times++
  current.lastAtMs = Math.max(current.lastAtMs, event.atMs)
  current.deviceAlarmId = event.deviceAlarmId
  current.canRelease = event.canRelease
  current.imageHash ??= event.imageHash
  if (!isOpen(current)) {
    current.status = current.isAcknowledged ? 'acknowledged' : 'raised'
    current.releasedAtMs = null
  }
  note(current, event, 'repeated')
  return current
}

/** It is counted and stands in the trace, but is over: it opens nothing. */
function raiseLate(
  current: AlarmDraft | undefined,
  event: AlarmEvent,
  groupMs: number,
  newId: () => string,
): AlarmDraft {
  if (current && (isSame(current, event) || isOpen(current) || isWithin(current, event, groupMs))) {
    const isCounted = isSame(current, event)
    if (!isCounted) current.times++
    current.imageHash ??= event.imageHash
    note(current, event, isCounted ? 'raised' : 'repeated')
    return current
  }
  const draft = begin(event, newId())
  draft.status = 'released'
  draft.releasedAtMs = event.atMs
  return draft
}

function release(
  current: AlarmDraft | undefined,
  event: AlarmEvent,
  groupMs: number,
  newId: () => string,
): AlarmDraft | undefined {
  if (current && (event.deviceAlarmId === null || isSame(current, event))) {
    if (!isOpen(current)) return current
    current.status = 'released'
    current.releasedAtMs = Math.max(event.atMs, current.lastAtMs)
    note(current, event, 'released')
    return current
  }
  if (event.deviceAlarmId === null) return current
  // Of a raise that was counted on this alarm before its latest one.
  if (current && (isOpen(current) || isWithin(current, event, groupMs))) {
    note(current, event, 'released')
    return current
  }
  const draft = begin(event, newId())
  draft.status = 'released'
  draft.releasedAtMs = event.atMs
  draft.added = []
  draft.traceLength = 0
  note(draft, event, 'released-without-raise')
  return draft
}

function note(draft: AlarmDraft, { atMs, claimedAt, description }: AlarmEvent, kind: TraceEntry['kind']): void {
  draft.isChanged = true
  draft.isDoubtful ||= claimedAt !== null
  if (draft.traceLength >= maxOwnEntries) return
  draft.traceLength++
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toString()
  draft.added.push({ at, kind, by: null, text: description, claimedAt })
}
