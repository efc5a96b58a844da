import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Decision } from './decide-passage.ts'

export type FieldVisibility = {
  readonly embedding: Float32Array
  readonly decision: Decision
  readonly atMs: number
}

export type RecordedFace = FieldVisibility & {
  /** Null: it could not be stored. */
  readonly recordId: string | null
}

/** The faces recorded a moment ago, so that a person who stays before the camera is recorded once. */
export type RecentFaces = {
  /** The same person (or, for strangers, the same face), who was recorded with the same outcome within the time. */
  find(sight: FieldVisibility, repeatSeconds: number, sameFace: number): RecordedFace | undefined
  remember(sight: RecordedFace): void
}

const maxRemembered = 64

export function createRecentFaces(): RecentFaces {
  let recent: RecordedFace[] = []
  return {
    find(sight, repeatSeconds, sameFace) {
      recent = recent.filter(({ atMs }) => {
        const age = sight.atMs - atMs
        return age >= 0 && age < repeatSeconds * 1000 // a clock that was set back forgets
      })
      return recent.findLast((before) => isSame(before, sight, sameFace))
    },
    remember: (sight) => void (recent = [...recent, sight].slice(-maxRemembered)),
  }
}

function isSame(a: FieldVisibility, b: FieldVisibility, sameFace: number): boolean {
  if (outcomeOf(a) !== outcomeOf(b)) return false
  if (a.decision.person || b.decision.person) return a.decision.person?.id === b.decision.person?.id
  return (
    a.decision.verdict.recordedAs === b.decision.verdict.recordedAs &&
    // A face of before the recogniser was changed cannot be compared.
    a.embedding.length === b.embedding.length &&
    cosineOf(a.embedding, b.embedding) >= sameFace
  )
}

const outcomeOf = ({ decision: { verdict } }: FieldVisibility) => [verdict.abnormal, ...verdict.alarms].join(' ')
