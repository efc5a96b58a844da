import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { readerWays } from '@gatehouse/contract/device/passage-words.ts'
import { decideAtDoor, decideAtDoorTogether } from '@gatehouse/engine/door/decide-at-door.ts'
import {
  noDoorRules,
  type DoorQuestion,
  type DoorRules,
  type DoorState,
  type DoorVerdict,
} from '@gatehouse/engine/door/door-question.ts'
import type { Timetable } from '@gatehouse/engine/passage/timetable.ts'
import { cosineToPerson, pickMatch } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Configuration, StoredPerson } from '../state/terminal-state.ts'
import type { PeopleIndex } from './people-index.ts'
import type { SeenFace } from './recogniser.ts'
import { verifyThresholdOf } from './verify-threshold.ts'

/** Somebody else whom a decision names. */
export type OtherPerson = {
  readonly person: StoredPerson
  /** Similarity of the face to them; null if no face was seen. */
  readonly cosine: number | null
}

export type Decision = {
  readonly verdict: DoorVerdict
  /**
   * The person; null for strangers, for a face that is not live, and for people whom no group binds to this terminal.
   */
  readonly person: StoredPerson | null
  /** The other entries of this person's face; for a stranger, the people between whom nobody can tell. */
  readonly others: readonly OtherPerson[]
  /** Somebody else looks like this person: the face alone does not tell them. */
  readonly hasTwin?: boolean
  /** The entries that match the credential: the one of a card, or those that the face is similar enough to. */
  readonly shownIds: readonly string[]
  /** Similarity to `person`. */
  readonly cosine: number | null
  /** Null if the settings do not ask for it. */
  readonly liveness: number | null
  /** The face that was seen, for comparing it with the one person whom a card or a PIN names. */
  readonly face?: Float32Array
  /** People whose face it may be if they say so by a card or a PIN, where the face alone does not tell: the most alike first. */
  readonly maybeIds?: readonly string[]
}

export type DecisionInput = {
  readonly face: SeenFace
  readonly people: Pick<PeopleIndex, 'search' | 'entriesOf' | 'modelId'>
  find(personId: string): StoredPerson | undefined
  readonly configuration: Configuration
  readonly door: DoorState
  /** Null if the clock was never set. */
  readonly atMs: number | null
  /** The person has typed their PIN as a call for help. */
  readonly isUnderDuress?: boolean
}

/** The number of people whom a face is compared with; further entries of one face are added. */
const maxCandidates = 5

/**
 * Decides whose face it is and whether the door opens: the settings say when a face counts as found, `decideAtDoorTogether`
 * decides.
 *
 * 1. The most alike person is found when they reach the threshold.
 * 2. People whose portraits are alike at 0.60 or more (`matchThresholds.oneFace`) are entries of one face: all entries
 *    of the found one's face are evaluated together, however much less the face before the camera resembles them.
 * 3. A person who has a twin, by the word of an administrator, is not told by the face: of those whom it is like enough, the first who
 *    may pass is asked for a card or a PIN (`hasTwin`). Entries of a twin are never evaluated together with theirs.
 * 4. If anybody else is within the lead, nobody can tell who it is: a stranger, with the names of all of them.
 */
export function decidePassage(input: DecisionInput): Decision {
  return { ...decideFace(input), face: input.face.embedding }
}

function decideFace({ face, people, find, ...moment }: DecisionInput): Decision {
  const { configuration } = moment
  const { settings } = configuration
  const missed = face.missed ?? undefined
  const liveness = settings.livenessCheck ? face.liveness : null
  // A face that needed liveness and was not evaluated is not known to be live.
  const isFake = missed || (settings.livenessCheck && (liveness ?? 0) < settings.livenessThreshold)
  const answer = (verdict: DoorVerdict): Decision => ({ verdict, ...nobody, liveness })
  const evaluateNobody = (subject: DoorQuestion['subject']) => decideAtDoor({ ...questionOf(moment), subject })
  if (isFake) return answer(evaluateNobody({ kind: 'spoof', ...(missed && { missed }) }))

  const { match, ofBest, twinIds, isAmongTwins, maybeIds } = matchOf(face.embedding, people, find, settings)
  const found = match && find(match.best.personId)
  if (!match || !found) return { ...answer(evaluateNobody({ kind: 'stranger' })), maybeIds }
  const toOther = (personId: string): OtherPerson[] => {
    const person = find(personId)
    return person ? [{ person, cosine: cosineToPerson(person.embeddings, face.embedding) }] : []
  }
  if (match.rivals.length > 0) {
    const alike = [match.best, ...match.rivals].flatMap(({ personId }) => toOther(personId))
    const others = alike.filter(({ person }) => isBoundHere(person, configuration))
    const tooAlikeIds = others.map(({ person }) => person.id)
    return { ...answer(evaluateNobody({ kind: 'stranger', tooAlikeIds })), others, maybeIds }
  }
  const withEntries = (first: OtherPerson, entryIds: readonly string[]) => [
    first,
    ...entryIds.flatMap(toOther).toSorted((a, b) => (b.cosine ?? -1) - (a.cosine ?? -1)),
  ]
  const isShown = ({ cosine }: OtherPerson) => (cosine ?? -1) >= settings.faceThreshold
  const own = withEntries({ person: found, cosine: match.best.cosine }, ofBest)
  if (twinIds.length === 0)
    return {
      ...evaluateTogether(moment, own),
      shownIds: own.filter(isShown).map(({ person }) => person.id),
      ...(isAmongTwins && { hasTwin: true }),
      liveness,
    }
  const twins = twinIds.flatMap(toOther).filter(isShown)
  const each = [own, ...twins.map((twin) => withEntries(twin, people.entriesOf(twin.person.id)))]
  const shown = each.flat().filter(isShown)
  const decisions = each.map((entries) => evaluateTogether(moment, entries))
  const [first = decisions[0]] = decisions.filter(({ verdict }) => verdict.opens)
  if (!first) throw new Error('nobody was evaluated')
  return {
    ...first,
    others: shown.filter(({ person }) => person.id !== first.person?.id),
    shownIds: shown.map(({ person }) => person.id),
    hasTwin: true,
    liveness,
  }
}

/**
 * The people who resemble the face; `ofBest` are the further entries of the first one's face, without a limit. `twinIds` are others who
 * look like any of these.
 */
function matchOf(
  embedding: Float32Array,
  people: DecisionInput['people'],
  find: DecisionInput['find'],
  settings: DeviceSettings,
) {
  const candidates = people.search(embedding, maxCandidates)
  const [best] = candidates
  const ofBest = best && best.cosine >= settings.faceThreshold ? people.entriesOf(best.personId) : []
  const own = best ? [best.personId, ...ofBest] : []
  const saidIds = [...new Set(own.flatMap((id) => find(id)?.twinIds ?? []))]
  const twinIds = saidIds.filter((id) => !own.includes(id))
  const known = [...ofBest, ...twinIds, ...twinIds.flatMap((id) => people.entriesOf(id))]
  const all = known.length === 0 ? candidates : people.search(embedding, maxCandidates + known.length)
  const limits = { threshold: settings.faceThreshold, lead: settings.faceLead, ofBest: known }
  const verify = verifyThresholdOf(settings, people.modelId)
  const maybeIds = all.filter(({ cosine }) => cosine >= verify).map(({ personId }) => personId)
  return { match: pickMatch(all, limits), ofBest, twinIds, isAmongTwins: saidIds.length > 0, maybeIds }
}

const isBoundHere = ({ groupIds }: StoredPerson, { access }: Configuration) =>
  access.boundGroupIds.some((id) => groupIds.includes(id))

const nobody = { person: null, others: [], shownIds: [], cosine: null } as const

/** Whether the door opens for the entries of one face; the most alike first. */
function evaluateTogether(moment: Moment, entries: readonly OtherPerson[]): Decision {
  const { verdict, main, others } = decideAtDoorTogether(
    questionOf(moment),
    entries.map(({ person }) => person),
  )
  const toEntry = (wanted: StoredPerson) => entries.find(({ person }) => person.id === wanted.id)
  return {
    verdict,
    person: main,
    others: others.flatMap((other) => toEntry(other) ?? []),
    shownIds: [],
    cosine: (main && toEntry(main)?.cosine) ?? null,
    liveness: null,
  }
}

/**
 * Whether the door opens for a person who has shown a card, a PIN or a pass of theirs: with all entries of their face.
 */
export function evaluatePerson(
  person: StoredPerson,
  { people, find, ...moment }: Omit<DecisionInput, 'face'>,
): Decision {
  const entries = [person, ...people.entriesOf(person.id).flatMap((id) => find(id) ?? [])]
  const known = entries.map((one) => ({ person: one, cosine: null }))
  return { ...evaluateTogether(moment, known), shownIds: [person.id] }
}

/** Whether the door opens for the same person, who has shown the same, at another moment. */
export function decideAgain(decision: Decision, moment: Moment): Decision {
  const { person, others } = decision
  if (!person) return decision
  const entries = [person, ...others.map((other) => other.person)]
  const isUnderDuress = decision.verdict.alarms.includes('duress')
  return { ...decision, verdict: decideAtDoorTogether(questionOf({ ...moment, isUnderDuress }), entries).verdict }
}

/** Whether the door opens for somebody whom nobody here knows. */
export const evaluateStranger = (moment: Moment): Decision => ({
  ...nobody,
  verdict: decideAtDoor({ ...questionOf(moment), subject: { kind: 'stranger' } }),
  liveness: null,
})

/** The reasons for which a door is open for everybody, whatever they show. */
const openToAll: readonly string[] = ['fire-opens', 'emergency-opens', 'door-held-open', 'door-unlocked']

export const isOpenToAll = ({ verdict }: Pick<Decision, 'verdict'>): boolean =>
  verdict.opens && openToAll.includes(verdict.reasons.at(-1)?.code ?? '')

type Moment = Pick<DecisionInput, 'configuration' | 'door' | 'atMs' | 'isUnderDuress'>

export const doorRulesOf = ({ settings, access }: Configuration): DoorRules => ({
  ...(access.door ?? noDoorRules),
  direction: readerWays[settings.direction],
})

const questionOf = ({ configuration, door, atMs, isUnderDuress }: Moment): Omit<DoorQuestion, 'subject'> => {
  const { settings, access } = configuration
  return {
    atMs,
    timeZone: settings.timeZone,
    rules: doorRulesOf(configuration),
    state: door,
    isUnderDuress,
    device: {
      isRunning: settings.isRunning,
      opensForBlacklisted: settings.opensForBlacklisted,
      boundGroupIds: access.boundGroupIds,
    },
    policies: access.policies,
    timetables: access.timetables.map(toTimetable),
  }
}

type WireTimetable = Configuration['access']['timetables'][number]

/** The schema has checked that a week has seven days; the engine's type says so. */
function toTimetable({ week, ...rest }: WireTimetable): Timetable {
  const [monday = [], tuesday = [], wednesday = [], thursday = [], friday = [], saturday = [], sunday = []] = week
  return { ...rest, week: [monday, tuesday, wednesday, thursday, friday, saturday, sunday] }
}
