import { mayPass } from '@gatehouse/engine/passage/may-pass.ts'
import type { PassageQuestion, PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import type { Timetable } from '@gatehouse/engine/passage/timetable.ts'
import { pickMatch } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Candidate } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Configuration, StoredPerson } from '../state/terminal-state.ts'
import type { SeenFace } from './recogniser.ts'

export interface Decision {
  readonly verdict: PassageVerdict
  /** Who it is; null for strangers, for a face that is not live, and for those whom no group binds to this terminal. */
  readonly person: StoredPerson | null
  /** Similarity to `person`. */
  readonly cosine: number | null
  /** Null where the settings do not ask for it. */
  readonly liveness: number | null
}

export interface DecisionInput {
  readonly face: SeenFace
  /** The people most like the face, best first. */
  readonly candidates: readonly Candidate<string>[]
  find(personId: string): StoredPerson | undefined
  readonly configuration: Configuration
  /** A remote command holds the door closed: for everybody. */
  readonly isHeldClosed: boolean
  /** Null where the clock was never set. */
  readonly atMs: number | null
}

/** Who stands there and whether the door opens: the settings say when a face counts as found, `mayPass` decides. */
export function decidePassage({ face, candidates, find, configuration, isHeldClosed, atMs }: DecisionInput): Decision {
  const { settings } = configuration
  const missed = face.missed ?? undefined
  const isFake = missed || (settings.livenessCheck && face.liveness < settings.livenessThreshold)
  const match = isFake ? undefined : pickMatch(candidates, settings.faceThreshold, settings.faceLead)
  const found = match && find(match.personId)
  const subject = isFake
    ? ({ kind: 'spoof', ...(missed && { missed }) } as const)
    : (found ?? ({ kind: 'stranger' } as const))
  const verdict = judgeSubject(configuration, atMs, subject, isHeldClosed)
  const isKnown = found !== undefined && verdict.recordedAs !== 'stranger'
  return {
    verdict,
    person: isKnown ? found : null,
    cosine: isKnown && match ? match.cosine : null,
    liveness: settings.livenessCheck ? face.liveness : null,
  }
}

/** Whether the door opens for somebody here and now, however they have shown who they are. */
export const judgeSubject = (
  { settings, access }: Configuration,
  atMs: number | null,
  subject: PassageQuestion['subject'],
  isHeldClosed: boolean,
): PassageVerdict =>
  mayPass({
    atMs,
    timeZone: settings.timeZone,
    subject,
    device: {
      isRunning: settings.isRunning && !isHeldClosed,
      opensForBlacklisted: settings.opensForBlacklisted,
      boundGroupIds: access.boundGroupIds,
    },
    policies: access.policies,
    timetables: access.timetables.map(toTimetable),
  })

/** Who is in no group bound here is a stranger, by their code or card as by their face. */
export const decisionOf = (person: StoredPerson | null, verdict: PassageVerdict): Decision => ({
  verdict,
  person: verdict.recordedAs === 'stranger' ? null : person,
  cosine: null,
  liveness: null,
})

type WireTimetable = Configuration['access']['timetables'][number]

/** The schema has checked that a week has seven days; the engine's type says so. */
function toTimetable({ week, ...rest }: WireTimetable): Timetable {
  const [monday = [], tuesday = [], wednesday = [], thursday = [], friday = [], saturday = [], sunday = []] = week
  return { ...rest, week: [monday, tuesday, wednesday, thursday, friday, saturday, sunday] }
}
