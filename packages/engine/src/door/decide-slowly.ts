import type { FaceEntry } from '../passage/entries-of-face.ts'
import type { Timetable } from '../passage/timetable.ts'
import type { AbnormalType, PersonKind } from '../passage/vocabulary.ts'
import type { DoorQuestion, DoorRules } from './door-question.ts'
import type { Passage, Presence } from './presence.ts'
import { assumedRules, doorAlarms } from './vocabulary.ts'
import type { AssumedRule, DoorAlarm, PresenceDoubt } from './vocabulary.ts'

export interface SlowVerdict {
  opens: boolean
  abnormal: AbnormalType
  recordedAs: PersonKind
  alarms: DoorAlarm[]
  assumed: AssumedRule[]
  /** The floors that are released; null for a door, and where nothing opens. */
  floorIds: string[] | null
}

export type QuestionOfFace = Omit<DoorQuestion, 'subject'>

const isAnyOf = (groupIds: readonly string[], others: readonly string[]) => groupIds.some((id) => others.includes(id))
const isKnownHere = ({ device }: QuestionOfFace, { groupIds }: FaceEntry) => isAnyOf(groupIds, device.boundGroupIds)
const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime) => Temporal.ZonedDateTime.compare(a, b) < 0

/**
 * A second implementation of `decideAtDoor` and of the rules behind it, for tests, written from the words of the decisions
 * alone: it shares nothing with the first, keeps Temporal values to the end, and asks each rule in turn. It gives no
 * reasons. Slow, and easy to believe.
 */
export function decideSlowly(question: DoorQuestion): SlowVerdict {
  const { subject, rules, state, device, timeZone } = question
  const moment = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const now = question.atMs === null ? null : moment(question.atMs)
  const isAtMost = (seconds: number, sinceMs: number, at: Temporal.ZonedDateTime) =>
    !isBefore(at, moment(sinceMs)) && !isBefore(moment(sinceMs).add({ seconds }), at)
  const isFace = subject.kind === 'stranger' || subject.kind === 'spoof'
  const person = isFace || !isKnownHere(question, subject) ? null : subject
  const recordedAs = person?.kind ?? (subject.kind === 'spoof' ? 'spoof' : 'stranger')
  const alarms: DoorAlarm[] = []
  const assumed: AssumedRule[] = []
  const silent: DoorAlarm[] = question.isUnderDuress === true ? ['duress'] : []
  const everyFloor = rules.floors ? rules.floors.map(({ areaId }) => areaId).sort() : null
  const open = (floorIds = everyFloor): SlowVerdict => ({
    opens: true,
    abnormal: 'none',
    recordedAs,
    alarms: [...alarms, ...silent],
    assumed,
    floorIds,
  })
  const refuse = (abnormal: AbnormalType): SlowVerdict => ({
    opens: false,
    abnormal,
    recordedAs,
    alarms: silent,
    assumed,
    floorIds: null,
  })

  // 1. Fire and emergency.
  if (state.emergency) return open()
  // 2. Lockdowns, which close no way out.
  if (rules.direction !== 'exit')
    for (const lockdown of state.lockdowns)
      if (!person || !isAnyOf(person.groupIds, lockdown.exemptGroupIds)) return refuse('lockdown')
  // 3. Out of service, and commands.
  if (!device.isRunning) return refuse('device-out-of-service')
  if (state.mode === 'held-open') return open()
  if (state.mode === 'held-closed') return refuse('door-held-closed')
  // 4. The blacklist.
  if (person?.kind === 'blacklisted' && !device.opensForBlacklisted) return refuse('blacklisted')
  // 5. Suspensions, leaving and the period.
  if (person) {
    const { suspensions = [], leftMs = null, validFromMs, validToMs } = person
    if (rules.direction !== 'exit')
      for (const { fromMs, toMs } of suspensions) {
        if (!now) return refuse('clock-unset')
        if (!isBefore(now, moment(fromMs)) && (toMs === null || isBefore(now, moment(toMs)))) return refuse('suspended')
      }
    if (leftMs !== null && rules.direction !== 'exit') {
      if (!now) return refuse('clock-unset')
      if (!isBefore(now, moment(leftMs))) return refuse('left')
    }
    if (validFromMs !== null || validToMs !== null) {
      if (!now) return refuse('clock-unset')
      const isEarly = validFromMs !== null && isBefore(now, moment(validFromMs))
      const isOver = validToMs !== null && !isBefore(now, moment(validToMs))
      if (isEarly || isOver) return refuse(person.kind === 'visitor' ? 'visitor-outside-validity' : 'outside-validity')
    }
  }
  const timetable = (id: string) => question.timetables.find((one) => one.id === id)
  const hasFirstPerson = (at: Temporal.ZonedDateTime, range: Range) => {
    const first = state.firstPersonAtMs === null ? null : moment(state.firstPersonAtMs)
    return (
      first !== null && !isBefore(at, first) && first.toPlainDate().equals(at.toPlainDate()) && isWithin(first, range)
    )
  }
  // An unlocked door ends here for everybody who is left.
  if (rules.freeHours && now) {
    const range = openRange(timetable(rules.freeHours.timetableId), now)
    if (range && (!rules.freeHours.afterFirstPerson || hasFirstPerson(now, range))) return open()
  }
  if (!person) return refuse(subject.kind === 'spoof' ? 'spoof' : 'stranger')
  // 6. Groups and policies: one that allows is enough.
  const bound = person.groupIds.filter((id) => device.boundGroupIds.includes(id))
  const policies = question.policies.filter(({ groupId }) => bound.includes(groupId))
  const isAlways = bound.some((id) => policies.every(({ groupId }) => groupId !== id))
  if (!isAlways) {
    if (!now) return refuse('clock-unset')
    if (!policies.some(({ timetableId }) => openRange(timetable(timetableId), now)))
      return refuse(
        policies.every(({ timetableId }) => timetable(timetableId)) ? 'outside-passage-time' : 'timetable-unknown',
      )
  }
  // 7. The rules that look at other people and other doors.
  const whereabouts = state.around?.person ?? null
  const isThere = whereabouts !== null && isAlreadyThere(whereabouts.areaIds, rules)
  const isComingIn = rules.direction === 'entry' || (rules.direction === 'both' && !isThere)
  const { antiPassback, occupancyLimit, interlock, escort, severalPeople, firstPersonIn, entersAreaId } = rules
  if (antiPassback && entersAreaId !== null && !isAnyOf(person.groupIds, antiPassback.exemptGroupIds)) {
    const isTimed = antiPassback.mode === 'timed'
    if (isComingIn && (!whereabouts || (isTimed && !now))) {
      assumed.push('anti-passback')
      if (antiPassback.whenUnknown === 'refuses') return refuse('state-unknown')
    } else if (antiPassback.mode === 'timed') {
      const enteredAtMs = whereabouts?.enteredAtMs ?? null
      if (isComingIn && now && enteredAtMs !== null)
        if (isBefore(now, moment(enteredAtMs).add({ minutes: antiPassback.minutes }))) return refuse('anti-passback')
    } else if (isThere && rules.direction !== 'both') {
      if (antiPassback.mode === 'hard' && isComingIn) return refuse('anti-passback')
      alarms.push('anti-passback')
    }
  }
  const isCounted = entersAreaId !== null && whereabouts?.areaIds.includes(entersAreaId)
  if (occupancyLimit && entersAreaId !== null && isComingIn)
    if (!isAnyOf(person.groupIds, occupancyLimit.exemptGroupIds)) {
      const occupancy = state.around?.occupancy ?? null
      if (occupancy === null) {
        assumed.push('occupancy-limit')
        if (occupancyLimit.whenUnknown === 'refuses') return refuse('state-unknown')
      } else if (!isCounted && occupancy >= occupancyLimit.max) {
        if (occupancyLimit.mode === 'refuse') return refuse('occupancy-limit')
        alarms.push('occupancy-limit')
      }
    }
  if (interlock) {
    const openDoorIds = state.around ? state.around.openDoorIds : null
    if (openDoorIds !== null) {
      if (isAnyOf(interlock.doorIds, openDoorIds)) return refuse('interlock')
    } else {
      assumed.push('interlock')
      if (interlock.whenUnknown === 'refuses') return refuse('state-unknown')
    }
  }
  const others = state.recent.filter(({ personId }) => personId !== person.id)
  if (escort && person.kind === 'visitor') {
    if (!now) return refuse('clock-unset')
    const escorts = others.filter(({ groupIds }) => isAnyOf(groupIds, escort.escortGroupIds))
    if (!escorts.some(({ atMs }) => isAtMost(escort.seconds, atMs, now))) return refuse('escort-missing')
  }
  if (severalPeople) {
    if (!now) return refuse('clock-unset')
    const present = new Set<string>()
    for (const { personId, groupIds, atMs } of others)
      if (isAnyOf(groupIds, severalPeople.groupIds) && isAtMost(severalPeople.seconds, atMs, now)) present.add(personId)
    if (isAnyOf(person.groupIds, severalPeople.groupIds)) present.add(person.id)
    if (present.size < severalPeople.count) return refuse('too-few-people')
  }
  if (firstPersonIn && isComingIn && !isAnyOf(person.groupIds, firstPersonIn.groupIds)) {
    if (!now) return refuse('clock-unset')
    const hours = firstPersonIn.timetableId === null ? undefined : timetable(firstPersonIn.timetableId)
    const range = hours ? openRange(hours, now) : { startMinute: 0, endMinute: 1440 }
    if (range && !hasFirstPerson(now, range)) return refuse('first-person-missing')
  }
  // Then the floors of an elevator, for who gets in.
  if (!rules.floors || rules.direction === 'exit') return open(null)
  const reached: string[] = []
  for (const { areaId, groupIds, timetableId } of rules.floors) {
    const isTheirs = groupIds.length === 0 || isAnyOf(person.groupIds, groupIds)
    const isOpen = timetableId === null || (now && openRange(timetable(timetableId), now))
    if (isTheirs && isOpen) reached.push(areaId)
  }
  reached.sort()
  return reached.length > 0 ? open(reached) : refuse('outside-passage-time')
}

/** The same for a face that has several entries, the most alike first. */
export function decideFaceSlowly(
  question: QuestionOfFace,
  entries: readonly FaceEntry[],
): SlowVerdict & { mainId: string | null; otherIds: string[] } {
  const faceIds = entries.map(({ id }) => id)
  const recent = question.state.recent.filter(({ personId }) => !faceIds.includes(personId))
  const asked = { ...question, state: { ...question.state, recent } }
  const hasPassed = (ms: number | null | undefined) =>
    question.atMs !== null && ms !== null && ms !== undefined && question.atMs >= ms
  const known: FaceEntry[] = []
  for (const kind of ['blacklisted', 'staff', 'visitor'])
    known.push(...entries.filter((entry) => entry.kind === kind && isKnownHere(question, entry)))
  const staying = known.filter(
    ({ kind, validToMs, leftMs }) =>
      kind === 'blacklisted' || !(hasPassed(leftMs) || (kind === 'visitor' && hasPassed(validToMs))),
  )
  const counted = staying.length > 0 ? staying : known.slice(0, 1)
  const [main, ...others] = counted
  if (!main) return { ...decideSlowly({ ...asked, subject: { kind: 'stranger' } }), mainId: null, otherIds: [] }
  const verdicts = counted.map((subject) => decideSlowly({ ...asked, subject }))
  const refusal = verdicts.find(({ opens }) => !opens)
  const alarms = new Set(verdicts.flatMap((verdict) => verdict.alarms))
  const assumed = new Set(verdicts.flatMap((verdict) => verdict.assumed))
  return {
    opens: !refusal,
    abnormal: refusal?.abnormal ?? 'none',
    recordedAs: main.kind,
    alarms: refusal?.alarms ?? doorAlarms.filter((one) => alarms.has(one)),
    assumed: assumedRules.filter((one) => assumed.has(one)),
    floorIds: refusal
      ? null
      : verdicts.reduce<string[] | null>(
          (all, { floorIds }) => (all && floorIds ? all.filter((id) => floorIds.includes(id)) : all),
          verdicts[0]?.floorIds ?? null,
        ),
    mainId: main.id,
    otherIds: others.map(({ id }) => id),
  }
}

/** The place of a person after these passages, which are taken as they come: a late one changes nothing. */
export function walkSlowly(passages: readonly Passage[], parents: Record<string, string | null>): Presence | null {
  let presence: Presence | null = null
  for (const passage of passages) {
    if (presence) {
      const isSame = passage.recordId === presence.recordId && passage.atMs === presence.sinceMs
      if (isSame && passage.kind !== 'turnstile' && passage.isConfirmed === false) presence = withNotConfirmed(presence)
      if (!presence || passage.atMs < presence.sinceMs) continue
      if (passage.atMs === presence.sinceMs && passage.recordId <= presence.recordId) continue
    }
    if (passage.kind === 'turnstile' && passage.isConfirmed === false) {
      presence = withNotConfirmed(presence)
      continue
    }
    const areaIds = pathOf(presence?.areaId ?? null, parents)
    let [from, to] = [passage.leavesAreaId, passage.entersAreaId]
    if (passage.direction === 'both' && isAlreadyThere(areaIds, passage)) [from, to] = [to, from]
    const wasThere = isAlreadyThere(areaIds, { leavesAreaId: from, entersAreaId: to })
    const wasInside = from === null ? areaIds.length === 0 : areaIds.includes(from)
    const doubts: PresenceDoubt[] = []
    if (passage.direction === 'both') doubts.push('direction-unknown')
    if (passage.wasHeldOpen) doubts.push('held-open')
    if (passage.isConfirmed === false) doubts.push('not-confirmed')
    if (passage.doorId !== null && (wasThere || !wasInside)) doubts.push('came-from-elsewhere')
    const { atMs: sinceMs, doorId, recordId } = passage
    presence = { areaId: to, sinceMs, doorId, recordId, doubts }
  }
  return presence
}

/** The same once every record has come, in whatever order. */
export function arriveSlowly(passages: readonly Passage[], parents: Record<string, string | null>): Presence | null {
  const inTime = passages.toSorted((a, b) => a.atMs - b.atMs || (a.recordId < b.recordId ? -1 : 1))
  return walkSlowly(inTime, parents)
}

/** An area and those around it. */
export function pathOf(areaId: string | null, parents: Record<string, string | null>): string[] {
  const path: string[] = []
  for (let area = areaId; area !== null && !path.includes(area); area = parents[area] ?? null) path.push(area)
  return path
}

function withNotConfirmed(presence: Presence | null): Presence | null {
  if (!presence || presence.doubts.includes('not-confirmed')) return presence
  const order = ['direction-unknown', 'held-open', 'not-confirmed', 'came-from-elsewhere']
  const doubts: PresenceDoubt[] = [...presence.doubts, 'not-confirmed']
  return { ...presence, doubts: doubts.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) }
}

/** In the area entered; but a person who is in an area left that is inside of it comes out of that one first. */
function isAlreadyThere(areaIds: readonly string[], way: Pick<DoorRules, 'leavesAreaId' | 'entersAreaId'>): boolean {
  const path = [...areaIds, null]
  if (!path.includes(way.entersAreaId)) return false
  if (!path.includes(way.leavesAreaId)) return true
  return path.indexOf(way.entersAreaId) <= path.indexOf(way.leavesAreaId)
}

type Range = { startMinute: number; endMinute: number }

/** The range in which the timetable is open: of several the one that ends last, of those the longest. */
function openRange(timetable: Timetable | undefined, now: Temporal.ZonedDateTime): Range | null {
  if (!timetable) return null
  const today = now.toPlainDate()
  if (timetable.validFromOn !== null && Temporal.PlainDate.compare(today, timetable.validFromOn) < 0) return null
  if (timetable.validToOn !== null && Temporal.PlainDate.compare(today, timetable.validToOn) > 0) return null
  const isHoliday = timetable.holidays.some(({ on, isYearly }) => {
    const date = Temporal.PlainDate.from(on)
    return isYearly ? date.monthCode === today.monthCode && date.day === today.day : date.equals(today)
  })
  const ranges: Range[] = []
  for (const range of isHoliday ? timetable.holiday : (timetable.week[now.dayOfWeek - 1] ?? []))
    if (isWithin(now, range)) ranges.push(range)
  ranges.sort((a, b) => b.endMinute - a.endMinute || a.startMinute - b.startMinute)
  return ranges[0] ?? null
}

function isWithin(at: Temporal.ZonedDateTime, { startMinute, endMinute }: Range): boolean {
  const minute = at.hour * 60 + at.minute
  return startMinute <= minute && minute < endMinute
}
