import { localMoment } from '../calendar/local-moment.ts'
import type { LocalMoment } from '../calendar/local-moment.ts'
import type { DoorReason } from './door-reason.ts'
import type { PassReason } from './pass.ts'
import { evaluateSuspension } from './suspension.ts'
import type { Suspension, SuspensionReason } from './suspension.ts'
import { timetableRange } from './timetable.ts'
import type { MinuteRange, Timetable } from './timetable.ts'
import type { CredentialReason } from './verification.ts'
import type { AbnormalType, Direction, LivenessChallenge, PersonKind, ReasonCode } from './vocabulary.ts'

/** Somebody the device has recognised, with what it knows of them. */
export interface KnownPerson {
  kind: 'staff' | 'visitor' | 'blacklisted'
  groupIds: readonly string[]
  /** from this instant on; null: since ever */
  validFromMs: number | null
  /** up to this instant, which is no longer valid; null: for ever */
  validToMs: number | null
  /** While one of these lasts the person may go out, but not come in. Left out: none. */
  suspensions?: readonly Suspension[] | undefined
  /** From this instant on the person has left: they may go out, but not come in. Null or left out: the person has not. */
  leftMs?: number | null | undefined
}

/** At this device, this group passes by this timetable. */
export interface PassagePolicy {
  id: string
  groupId: string
  timetableId: string
}

export interface PassageQuestion {
  /**
   * Whole milliseconds since 1970. Null on a device whose clock was never set: then every rule that depends on the time
   * refuses.
   */
  atMs: number | null
  /** the device's own zone, else the enterprise's */
  timeZone: string
  /** The way that the reader leads. Left out, or `both`: the person is taken to come in. */
  direction?: Direction | undefined
  /**
   * `missed`: the action that the face was asked for and did not do. `tooAlikeIds`: the face is that of one of these
   * people, and nobody can tell of which.
   */
  subject:
    | KnownPerson
    | { kind: 'stranger'; tooAlikeIds?: readonly string[] }
    | { kind: 'spoof'; missed?: LivenessChallenge }
  device: { isRunning: boolean; opensForBlacklisted: boolean; boundGroupIds: readonly string[] }
  /** those of this device */
  policies: readonly PassagePolicy[]
  timetables: readonly Timetable[]
}

type PolicyNames = { policyId: string; groupId: string; timetableId: string }

/** One link of the chain. The code names the rule, the other fields name what the rule was applied to. */
export type Reason = { code: ReasonCode } & (
  | {
      code:
        | 'face-not-live'
        | `${LivenessChallenge}-missed`
        | 'face-not-known'
        | 'no-group-bound'
        | 'device-out-of-service'
        | 'clock-unset'
    }
  | { code: 'faces-too-alike' | 'entries-of-one-face'; personIds: readonly string[] }
  /** The server adds it: the terminal has named somebody whom it does not know. */
  | { code: 'person-elsewhere'; personIds: readonly string[] }
  /** The server adds it before its own chain: a device that decides by itself, and knows less, has decided otherwise. */
  | { code: 'server-refuses' | 'server-opens' }
  /** `personId`: of several entries of one face, the one whose chain this is. */
  | { code: 'group-bound'; groupIds: readonly string[]; personId?: string }
  | { code: 'blacklist-refuses' | 'blacklist-overruled-by-device' }
  | {
      code: 'period-holds' | 'period-not-started' | 'period-over'
      validFromMs: number | null
      validToMs: number | null
    }
  | { code: 'group-without-policy'; groupId: string }
  | ({ code: 'timetable-unknown' } & PolicyNames)
  | ({ code: 'timetable-not-in-force' | 'outside-ranges'; row: number | 'holiday' } & PolicyNames)
  | ({ code: 'inside-range'; row: number | 'holiday'; range: MinuteRange } & PolicyNames)
  | SuspensionReason
  | DoorReason
  | PassReason
  | CredentialReason
)

export interface PassageVerdict {
  opens: boolean
  recordedAs: PersonKind
  /** `none` exactly when the door opens */
  abnormal: AbnormalType
  /** in the order of evaluation; the last ones decided */
  reasons: readonly Reason[]
}

/**
 * Does the door open? Terminal and server ask this same function, so a record can always be explained afterwards.
 *
 * The rules, in order; the first that refuses ends it:
 * 1. The gate is the group. A person in no group bound to the device is a stranger there.
 * 2. A device out of service opens for nobody.
 * 3. A blacklisted person passes only where the device is set so, and then like anybody else.
 * 4. Nothing opens for a person who is suspended or has left (but the way out), or before and after their period.
 * 5. A bound group without a policy passes always. Otherwise one policy whose timetable is open is enough.
 *    A policy whose timetable the device does not have yet opens nothing.
 *
 * The order of groups, suspensions, policies, timetables and ranges changes neither the verdict nor its reasons.
 * Refused by ten policies with 31 holidays each costs about 8 µs, of which the zone conversion takes 2.5: it is made once,
 * and only when a timetable is asked. Throws a RangeError for a zone that does not exist.
 */
export function mayPass(question: PassageQuestion): PassageVerdict {
  const { subject, atMs } = question
  if (subject.kind === 'spoof') return refuse('spoof', 'spoof', [{ code: missedCode(subject.missed) }])
  if (subject.kind === 'stranger') return refuse('stranger', 'stranger', [strangerReason(subject.tooAlikeIds)])

  const { groupIds, recordedAs, abnormal, reasons } = evaluatePerson(subject, question)
  if (abnormal !== 'none') return refuse(recordedAs, abnormal, reasons)

  const policies = question.policies.filter((policy) => groupIds.includes(policy.groupId)).toSorted(byId)
  const freeGroupId = groupIds.find((id) => !policies.some((policy) => policy.groupId === id))
  if (freeGroupId !== undefined) {
    return open(recordedAs, [...reasons, { code: 'group-without-policy', groupId: freeGroupId }])
  }
  if (atMs === null) return refuse(recordedAs, 'clock-unset', [...reasons, { code: 'clock-unset' }])

  const moment = localMoment(atMs, question.timeZone)
  const answers = policies.map((policy) => evaluatePolicy(policy, question.timetables, moment))
  const opening = answers.find((answer) => answer.code === 'inside-range')
  if (opening) return open(recordedAs, [...reasons, opening])
  const isUncertain = answers.some((answer) => answer.code === 'timetable-unknown')
  return refuse(recordedAs, isUncertain ? 'timetable-unknown' : 'outside-passage-time', [...reasons, ...answers])
}

export interface PersonAnswer {
  recordedAs: PersonKind
  /** `none` where nothing is against the person, whatever the policies say */
  abnormal: AbnormalType
  /** those of the person that are bound to the device */
  groupIds: readonly string[]
  reasons: readonly Reason[]
}

/** Rules 1 to 4 of `mayPass`: who the person is here, and whether they may not pass whatever the policies say. */
export function evaluatePerson(
  subject: KnownPerson,
  question: Pick<PassageQuestion, 'device' | 'atMs' | 'direction'>,
): PersonAnswer {
  const { device, atMs } = question
  const groupIds = device.boundGroupIds.filter((id) => subject.groupIds.includes(id)).toSorted()
  const reasons: Reason[] = [groupIds.length > 0 ? { code: 'group-bound', groupIds } : { code: 'no-group-bound' }]
  const recordedAs = groupIds.length > 0 ? subject.kind : 'stranger'
  const answer = (abnormal: AbnormalType, last?: Reason): PersonAnswer => {
    if (last) reasons.push(last)
    return { recordedAs, abnormal, groupIds, reasons }
  }
  if (recordedAs === 'stranger') return answer('stranger')
  if (!device.isRunning) return answer('device-out-of-service', { code: 'device-out-of-service' })

  if (subject.kind === 'blacklisted') {
    if (!device.opensForBlacklisted) return answer('blacklisted', { code: 'blacklist-refuses' })
    reasons.push({ code: 'blacklist-overruled-by-device' })
  }

  const suspension = evaluateSuspension(subject, question)
  if (suspension?.code === 'suspended-may-leave' || suspension?.code === 'left-may-leave') reasons.push(suspension)
  else if (suspension) return answer(suspension.code, suspension)

  const period = evaluatePeriod(subject, atMs)
  if (period.code === 'period-holds') return answer('none', period)
  if (period.code === 'clock-unset') return answer('clock-unset', period)
  return answer(subject.kind === 'visitor' ? 'visitor-outside-validity' : 'outside-validity', period)
}

const missedCode = (missed: LivenessChallenge | undefined) => (missed ? (`${missed}-missed` as const) : 'face-not-live')

const strangerReason = (personIds: readonly string[] = []): Reason =>
  personIds.length > 0 ? { code: 'faces-too-alike', personIds } : { code: 'face-not-known' }

function evaluatePeriod({ validFromMs, validToMs }: KnownPerson, atMs: number | null): Reason {
  const period = { validFromMs, validToMs }
  if (validFromMs === null && validToMs === null) return { code: 'period-holds', ...period }
  if (atMs === null) return { code: 'clock-unset' }
  // Asked this way round, a NaN from a broken clock or record refuses.
  const hasStarted = validFromMs === null || validFromMs <= atMs
  const isStillOn = validToMs === null || atMs < validToMs
  if (!hasStarted) return { code: 'period-not-started', ...period }
  if (!isStillOn) return { code: 'period-over', ...period }
  return { code: 'period-holds', ...period }
}

function evaluatePolicy(policy: PassagePolicy, timetables: readonly Timetable[], moment: LocalMoment): Reason {
  const names = { policyId: policy.id, groupId: policy.groupId, timetableId: policy.timetableId }
  const timetable = timetables.find(({ id }) => id === policy.timetableId)
  if (!timetable) return { code: 'timetable-unknown', ...names }

  const { isInForce, row, range } = timetableRange(timetable, moment)
  if (range) return { code: 'inside-range', ...names, row, range }
  return { code: isInForce ? 'outside-ranges' : 'timetable-not-in-force', ...names, row }
}

function open(recordedAs: PersonKind, reasons: readonly Reason[]): PassageVerdict {
  return { opens: true, recordedAs, abnormal: 'none', reasons }
}

function refuse(recordedAs: PersonKind, abnormal: AbnormalType, reasons: readonly Reason[]): PassageVerdict {
  return { opens: false, recordedAs, abnormal, reasons }
}

function byId(a: PassagePolicy, b: PassagePolicy): number {
  return a.id < b.id ? -1 : 1
}
