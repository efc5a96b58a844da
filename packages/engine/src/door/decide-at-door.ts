import { evaluateEntries, isBound } from '../passage/entries-of-face.ts'
import type { EntriesVerdict, FaceEntry } from '../passage/entries-of-face.ts'
import { evaluatePerson, mayPass } from '../passage/may-pass.ts'
import type { PassageVerdict, Reason } from '../passage/may-pass.ts'
import type { AbnormalType, PersonKind } from '../passage/vocabulary.ts'
import { evaluateAntiPassback } from './anti-passback.ts'
import type { DoorQuestion, DoorVerdict, KnownAtDoor, RuleAnswer } from './door-question.ts'
import { allFloors, evaluateElevatorFloors } from './elevator-floors.ts'
import { evaluateEmergency } from './emergency.ts'
import { evaluateEscort } from './escort.ts'
import { evaluateFirstPersonIn } from './first-person-in.ts'
import { evaluateFreeHours } from './free-hours.ts'
import { evaluateInterlock } from './interlock.ts'
import { evaluateLockdowns } from './lockdown.ts'
import { evaluateOccupancyLimit } from './occupancy-limit.ts'
import { evaluateSeveralPeople } from './several-people.ts'
import { assumedRules, doorAlarms } from './vocabulary.ts'

/** Rule 7, in its order, and then the floors of an elevator. */
const rulesOfSeven: readonly ((asked: KnownAtDoor) => RuleAnswer | null)[] = [
  evaluateAntiPassback,
  evaluateOccupancyLimit,
  evaluateInterlock,
  evaluateEscort,
  evaluateSeveralPeople,
  evaluateFirstPersonIn,
  evaluateElevatorFloors,
]

/**
 * Does this door open? The rules of a door, around those of `mayPass`; the first that applies decides:
 * 1. A fire input or an emergency open opens for everybody, strangers and faces that are not live too.
 * 2. A lockdown closes, but for its exempt groups and at a reader that leads out.
 * 3. A device out of service opens for nobody. A door that a command holds open opens for everybody, and one that it holds
 *    closed for nobody; the record says who it was.
 * 4. A blacklisted person is refused.
 * 5. So is a person who is suspended or has left, but at a reader that leads out, or before and after their period.
 *    In its free hours the door opens for everybody else, strangers and faces that are not live too.
 * 6. Groups and policies decide.
 * 7. Anti-passback, occupancy, interlock, escort, several people and first person in may refuse whom rule 6 lets pass. An
 *    elevator then says which floors they may reach.
 *
 * Rule 8, verification mode and liveness, is asked by the terminal. Duress changes nothing of the verdict and raises its
 * alarm, whatever that is.
 *
 * An exit from inside always releases: an exit button and a fire input act on the lock by themselves and ask nobody, so
 * nothing that is set here keeps them from it. A reader that leads out does ask, like any other; but of rule 7 only the
 * interlock, the escort and several people refuse there, so nobody is shut in for having come in against the rules, or
 * for being suspended or having left since.
 *
 * The order of lists changes neither the verdict nor its reasons. A decision without any rule of 7 costs 0.2 µs more than
 * `mayPass`; all six of them cost about 9 µs, of which two zone conversions take 5. Throws a RangeError for a zone that
 * does not exist.
 */
export function decideAtDoor(question: DoorQuestion): DoorVerdict {
  const answer = decide(question)
  return question.isUnderDuress ? { ...answer, alarms: [...answer.alarms, 'duress'] } : answer
}

function decide(question: DoorQuestion): DoorVerdict {
  const { device, rules, state } = question
  const emergency = evaluateEmergency(state)
  if (emergency) return open(question, [emergency])

  const lockdowns = evaluateLockdowns(question)
  if (lockdowns.at(-1)?.code === 'lockdown-refuses') return refuse(question, 'lockdown', lockdowns)

  if (!device.isRunning && !isKnownHere(question)) {
    return refuse(question, 'device-out-of-service', [...lockdowns, { code: 'device-out-of-service' }])
  }
  if (device.isRunning && state.mode === 'held-open') return open(question, [...lockdowns, { code: 'door-held-open' }])
  if (device.isRunning && state.mode === 'held-closed') {
    return refuse(question, 'door-held-closed', [...lockdowns, { code: 'door-held-closed' }])
  }

  const freeHours = device.isRunning ? evaluateFreeHours(question) : null
  const passage = freeHours ? passUnlocked(question, freeHours) : mayPass({ ...question, direction: rules.direction })
  const verdict = { ...passage, reasons: [...lockdowns, ...passage.reasons], ...nothingElse }
  if (verdict.opens && !freeHours && isKnown(question)) return obeyRulesOfSeven(question, verdict)
  return verdict.opens ? withFloors(verdict, allFloors(question)) : verdict
}

const withFloors = (verdict: DoorVerdict, floorIds: readonly string[] | undefined): DoorVerdict =>
  floorIds === undefined ? verdict : { ...verdict, floorIds }

const nothingElse = { alarms: [], assumed: [] } as const

/** An unlocked door: only rules 1 to 5 can refuse. */
function passUnlocked(question: DoorQuestion, freeHours: Reason): PassageVerdict {
  const unlocked = { opens: true, abnormal: 'none', recordedAs: recordedAs(question), reasons: [freeHours] } as const
  if (!isKnown(question) || unlocked.recordedAs === 'stranger') return unlocked
  const { abnormal, reasons } = evaluatePerson(question.subject, { ...question, direction: question.rules.direction })
  return abnormal === 'none'
    ? { ...unlocked, reasons: [...reasons, freeHours] }
    : { ...unlocked, opens: false, abnormal, reasons }
}

function obeyRulesOfSeven(asked: KnownAtDoor, verdict: DoorVerdict): DoorVerdict {
  const answers: RuleAnswer[] = []
  for (const evaluate of rulesOfSeven) {
    const answer = evaluate(asked)
    if (answer) answers.push(answer)
    if (answer?.refuses) break
  }
  if (answers.length === 0) return verdict
  const abnormal = answers.at(-1)?.refuses ?? 'none'
  const opens = abnormal === 'none'
  const answer = {
    ...verdict,
    opens,
    abnormal,
    reasons: [...verdict.reasons, ...answers.map(({ reason }) => reason)],
    alarms: opens ? answers.flatMap(({ alarm }) => alarm ?? []) : [],
    assumed: answers.flatMap(({ assumes }) => assumes ?? []),
  }
  return opens ? withFloors(answer, answers.at(-1)?.floorIds) : answer
}

const isKnown = (question: DoorQuestion): question is KnownAtDoor => 'groupIds' in question.subject

const isKnownHere = (question: DoorQuestion) => isKnown(question) && isBound(question.subject, question)

/** The person of a record when nobody's groups were checked: a person in no group bound to the device is a stranger. */
function recordedAs({ subject, device }: DoorQuestion): PersonKind {
  return 'groupIds' in subject && !isBound(subject, { device }) ? 'stranger' : subject.kind
}

function open(question: DoorQuestion, reasons: Reason[]): DoorVerdict {
  const verdict: DoorVerdict = {
    opens: true,
    recordedAs: recordedAs(question),
    abnormal: 'none',
    reasons,
    ...nothingElse,
  }
  return withFloors(verdict, allFloors(question))
}

function refuse(question: DoorQuestion, abnormal: AbnormalType, reasons: Reason[]): DoorVerdict {
  return { opens: false, recordedAs: recordedAs(question), abnormal, reasons, ...nothingElse }
}

/**
 * Does this door open for somebody who has several entries, as in `mayPassTogether`? The known facts about the person
 * (their area) are those of the main entry, which records name. Other entries of the face are not other people: nobody
 * escorts themself, or is two people of several.
 */
export function decideAtDoorTogether<Entry extends FaceEntry>(
  question: Omit<DoorQuestion, 'subject'>,
  entries: readonly Entry[],
): EntriesVerdict<Entry, DoorVerdict> {
  const ids = entries.map(({ id }) => id)
  const recent = question.state.recent.filter(({ personId }) => !ids.includes(personId))
  const state = { ...question.state, recent }
  const verdicts: DoorVerdict[] = []
  const answer = evaluateEntries(question, entries, (subject) => {
    const verdict = decideAtDoor({ ...question, state, subject })
    verdicts.push(verdict)
    return verdict
  })
  const { verdict } = answer
  // A face with several entries reaches the floors that each of them may.
  const floorIds = verdict.floorIds?.filter((id) => verdicts.every((one) => one.floorIds?.includes(id) ?? true))
  return {
    ...answer,
    verdict: {
      ...withFloors(verdict, floorIds),
      reasons: verdict.reasons.map((reason) =>
        reason.code === 'floors-released' && floorIds ? { ...reason, areaIds: floorIds } : reason,
      ),
      alarms: verdict.opens
        ? doorAlarms.filter((one) => verdicts.some(({ alarms }) => alarms.includes(one)))
        : verdict.alarms,
      assumed: assumedRules.filter((one) => verdicts.some(({ assumed }) => assumed.includes(one))),
    },
  }
}
