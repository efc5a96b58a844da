import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'

/** The measurements of a face in one frame. */
export type Signals = {
  /** The closure of the more open eye, 0..1. */
  readonly eyesClosed: number
  /** Degrees to either side. */
  readonly yaw: number
  /** Gap between the lips by the width of the mouth. */
  readonly mouthOpening: number
}

export type Challenge = {
  readonly kind: LivenessChallenge
  /** Takes one frame. `failed`: the challenge was not passed in time. */
  follow(signals: Signals, nowMs: number): 'asked' | 'done' | 'failed'
}

/** The time that a person has for a challenge. */
export const challengeMs = 8_000

/**
 * The thresholds from one state of the face to the other, and for a blink back again. Values between the two count as
 * neither: a face on paper that is held still moves a little, but not across such a gap.
 */
const steps: Readonly<Record<LivenessChallenge, readonly ((signals: Signals) => boolean)[]>> = {
  blink: [
    ({ eyesClosed }) => eyesClosed < 0.3,
    ({ eyesClosed }) => eyesClosed > 0.7,
    ({ eyesClosed }) => eyesClosed < 0.3,
  ],
  turn: [({ yaw }) => Math.abs(yaw) < 10, ({ yaw }) => Math.abs(yaw) > 20],
  mouth: [({ mouthOpening }) => mouthOpening < 0.15, ({ mouthOpening }) => mouthOpening > 0.35],
}

export function createChallenge(kind: LivenessChallenge, beginsAtMs: number): Challenge {
  let reached = 0
  return {
    kind,
    follow(signals, nowMs) {
      const step = steps[kind][reached]
      if (step?.(signals)) reached++
      if (reached === steps[kind].length) return 'done'
      return nowMs - beginsAtMs > challengeMs ? 'failed' : 'asked'
    },
  }
}
