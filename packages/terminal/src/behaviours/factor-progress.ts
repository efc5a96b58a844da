import {
  entryModeOf,
  nextFactor,
  type CredentialReason,
  type Factor,
  type VerificationMode,
} from '@gatehouse/engine/passage/verification.ts'
import type { AbnormalType, EntryMode } from '@gatehouse/engine/passage/vocabulary.ts'
import { isRefusedByOthers } from '../door/recent-people.ts'
import { isOpenToAll, type Decision } from '../recognition/decide-passage.ts'
import type { StoredPerson } from '../state/terminal-state.ts'

/*
 * The factors that a person has shown and the requested one, if the verification mode wants several: a state and a
 * credential give the next state. The collector (credential-collector.ts) measures the time and sends the events.
 */

/** The factors that a terminal can ask for; a mode that wants any other admits nobody. */
const supportedFactors: readonly Factor[] = ['face', 'ic-card', 'pin', 'qr-code']

/** A decision that stands, and its entry mode. */
export type Settled = {
  readonly decision: Decision
  readonly entryMode: EntryMode
}

export type Asked = {
  /** Null: the face alone does not tell who it is, and nobody is named before they have shown something else. */
  readonly person: StoredPerson | null
  readonly shown: readonly Factor[]
  readonly missing: Factor
  /** The decision about the credentials shown. */
  readonly decision: Decision
}

export type FactorProgress = {
  readonly asked: Asked | null
  /** The last person who passed by several factors. */
  readonly passed: { readonly personId: string; readonly atMs: number } | null
}

export const nothingShown: FactorProgress = { asked: null, passed: null }

/** The facts that the next state depends on beside the credential. */
export type FactorRules = {
  readonly mode: VerificationMode
  readonly nowMs: number
  /** A person who has passed within this time is not asked again. */
  readonly repeatMs: number
  /** The people for whom a PIN may be given: a wrong one counts against each. */
  pinHolders(decision: Decision): readonly StoredPerson[]
  isLocked(holder: StoredPerson): boolean
  /** How alike the face is to this person alone; null: too little to be theirs. */
  cosineOfOne(personId: string, face: Float32Array): number | null
  /** The same decision at this moment. */
  decideAgain(decision: Decision): Decision
}

export type FactorStep = {
  readonly progress: FactorProgress
  /** The final decision; null: another factor is requested, or the credential counts for nothing. */
  readonly settled: Settled | null
  /** The reason why it counts for nothing. */
  readonly undecided: string | null
}

export const withoutRequest = (progress: FactorProgress): FactorProgress => ({ ...progress, asked: null })

/** The settings may ask for something else by now. */
export function dropOutdated(progress: FactorProgress, mode: VerificationMode): FactorProgress {
  const { asked } = progress
  return asked && nextFactor(modeFor(mode, asked.decision), asked.shown) !== asked.missing
    ? withoutRequest(progress)
    : progress
}

/**
 * The mode for this face: where a face alone would be enough, a person who has a twin shows a card as well. If any of those whom it may be
 * has a PIN alone, the keys are shown for it, and a card counts as well (`isInstead`).
 */
function modeFor(mode: VerificationMode, decision: Decision): VerificationMode {
  if (!asksTwins(mode, decision)) return mode
  const maybe = [decision.person, ...decision.others.map((other) => other.person)]
  return maybe.some((one) => one?.cardHash === null && one.pin !== null) ? 'face-and-pin' : 'face-and-card'
}

const asksTwins = (mode: VerificationMode, { hasTwin }: Decision): boolean =>
  hasTwin === true && nextFactor(mode, ['face']) === 'enough'

/** Whether this card is that of a twin, where the keys are shown for the other one. */
const isInstead = (asked: Asked, factor: Factor, mode: VerificationMode): boolean =>
  factor === 'ic-card' && asked.missing === 'pin' && asksTwins(mode, asked.decision)

/** Adds one factor with its decision. A door that is open for everybody asks for nothing else. */
export function addFactor(
  progress: FactorProgress,
  decision: Decision,
  factor: Factor,
  rules: FactorRules,
): FactorStep {
  const { asked } = progress
  if (isOpenToAll(decision)) return stands(withoutRequest(progress), decision, [factor])
  if (asked?.missing === factor)
    return joinFactor(progress, asked, decision, factor, { ...rules, mode: modeFor(rules.mode, asked.decision) })
  if (asked && isInstead(asked, factor, rules.mode))
    return joinFactor(progress, asked, decision, factor, { ...rules, mode: 'face-and-card' })
  if (nextFactor(rules.mode, [factor]) === 'useless')
    return isUseless(progress, `this opens nothing here: ${factor}, where ${rules.mode} is asked for`)
  return demandNext(progress, decision, [factor], { ...rules, mode: modeFor(rules.mode, decision) })
}

/**
 * Accepts the requested credential, or one shown in its place. The face is compared with the person whom a card or a PIN has named, and
 * with nobody else: a twin in the list changes nothing, and who looks like somebody else does not pass with their card. Only a face that is
 * found on the blacklist stays refused.
 */
function joinFactor(
  progress: FactorProgress,
  { person, shown, decision: before }: Asked,
  decision: Decision,
  factor: Factor,
  rules: FactorRules,
): FactorStep {
  if (decision.verdict.recordedAs === 'spoof') return stands(progress, decision, [factor])
  const all = [...shown, factor]
  if (factor === 'face' && isFoundOnBlacklist(decision)) return stands(withoutRequest(progress), decision, all)
  const face = decision.face ?? before.face
  const namedIds = namedBy(shown, before, decision, factor)
  const own = namedIds.map((id) => (face ? rules.cosineOfOne(id, face) : null))
  const shownIds = all.includes('face') ? namedIds.filter((_, place) => own[place] != null) : namedIds
  const seen = {
    cosine: own.find((cosine) => cosine != null) ?? decision.cosine ?? before.cosine,
    liveness: decision.liveness ?? before.liveness,
    ...(face && { face }),
  }
  // A card names one of the entries, a face never does; whether the door opens is evaluated at this moment.
  const named = factor === 'face' ? rules.decideAgain(before) : decision
  if (shownIds.length > 0) return demandNext(progress, { ...named, ...seen, shownIds }, all, rules)
  if (all.includes('qr-code'))
    return stands(
      withoutRequest(progress),
      refuseCredential(person, 'face-qr-code-mismatch', 'pass-of-another', seen),
      all,
    )
  const code = factor === 'ic-card' && !decision.person ? 'card-unknown' : 'card-of-another'
  return stands(withoutRequest(progress), refuseCredential(person, 'face-ic-card-mismatch', code, seen), all)
}

/** The people whom all cards and PINs name that were shown until now. */
function namedBy(shown: readonly Factor[], before: Decision, decision: Decision, factor: Factor): readonly string[] {
  if (factor === 'face') return before.shownIds
  if (shown.every((one) => one === 'face')) return decision.shownIds
  return decision.shownIds.filter((id) => before.shownIds.includes(id))
}

/** A twin by the word of an administrator is another person: their card tells which of the two it is. */
const isFoundOnBlacklist = ({ verdict, hasTwin }: Decision) =>
  verdict.recordedAs === 'blacklisted' && !verdict.opens && !hasTwin

/**
 * Asks for the missing factors a person who may pass, or whom only areas, other doors or other people keep out: the server may know that
 * they do not, and who has shown one factor of two is nobody's escort and no second person.
 */
function demandNext(
  progress: FactorProgress,
  decision: Decision,
  shown: readonly Factor[],
  rules: FactorRules,
): FactorStep {
  const ended = withoutRequest(progress)
  const { person, verdict } = decision
  const missing = nextFactor(rules.mode, shown)
  if (!person && mayName(decision, missing, rules))
    return {
      progress: {
        ...progress,
        asked: { person, shown, missing, decision: { ...decision, shownIds: decision.maybeIds ?? [] } },
      },
      settled: null,
      undecided: null,
    }
  if (!person || !(verdict.opens || isRefusedByOthers(verdict))) return stands(ended, decision, shown)
  if (missing === 'enough') {
    const passed = shown.length > 1 ? { personId: person.id, atMs: rules.nowMs } : progress.passed
    return stands({ asked: null, passed }, decision, shown)
  }
  if (missing === 'useless' || !supportedFactors.includes(missing))
    return isUseless(ended, `${shown.join(' and ')} is not enough here: ${rules.mode} is asked for`)
  const refused = missing === 'pin' ? refusePin(person, decision, rules) : null
  if (refused) return stands(ended, refused, shown)
  // A person who has passed and still stands there is not asked again at once.
  const { passed } = progress
  const isRepeat = passed?.personId === person.id && Math.abs(rules.nowMs - passed.atMs) < rules.repeatMs
  return {
    progress: isRepeat ? ended : { passed, asked: { person, shown, missing, decision } },
    settled: null,
    undecided: null,
  }
}

/** Whether a stranger's face is so like somebody here that a card or a PIN may tell who it is. */
function mayName(
  decision: Decision,
  missing: ReturnType<typeof nextFactor>,
  { pinHolders }: FactorRules,
): missing is 'ic-card' | 'pin' {
  const { maybeIds = [], verdict } = decision
  if (maybeIds.length === 0 || verdict.abnormal !== 'stranger') return false
  return missing === 'ic-card' || (missing === 'pin' && pinHolders({ ...decision, shownIds: maybeIds }).length > 0)
}

/** The reason why no PIN is requested; null: one is. */
function refusePin(person: StoredPerson, decision: Decision, { pinHolders, isLocked }: FactorRules): Decision | null {
  const holders = pinHolders(decision)
  if (holders.length === 0) return refuseCredential(person, 'wrong-pin', 'pin-unset', decision)
  return holders.some(isLocked) ? refuseCredential(person, 'too-many-wrong-pins', 'pin-locked', decision) : null
}

const stands = (progress: FactorProgress, decision: Decision, shown: readonly Factor[]): FactorStep => ({
  progress,
  settled: { decision, entryMode: entryModeOf(shown) },
  undecided: null,
})

const isUseless = (progress: FactorProgress, undecided: string): FactorStep => ({ progress, settled: null, undecided })

export function refuseCredential(
  person: StoredPerson | null,
  abnormal: AbnormalType,
  code: CredentialReason['code'],
  { cosine, liveness, others = [] }: Partial<Pick<Decision, 'cosine' | 'liveness' | 'others'>> = {},
): Decision {
  const recordedAs = person?.kind ?? 'stranger'
  const verdict = { opens: false, recordedAs, abnormal, reasons: [{ code }], alarms: [], assumed: [] } as const
  return { person, verdict, others, shownIds: [], cosine: cosine ?? null, liveness: liveness ?? null }
}
