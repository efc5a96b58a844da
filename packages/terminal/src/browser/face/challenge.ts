import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'

/** One thing that a person is asked to do; sides are their own. */
export type Action = 'blink' | 'mouth' | 'turn-left' | 'turn-right'

/** The measurements of a face in one frame of a challenge. */
export type Signs = {
  /** The closure of the more open eye and of the more closed one, 0..1. */
  readonly eyesClosed: number
  readonly anyEyeClosed: number
  /** Degrees; above 0 the nose points to the picture's right, which is the person's left. */
  readonly yaw: number
  /** `noseRelief`. */
  readonly relief: number
  /** Gap between the lips by the width of the mouth. */
  readonly mouthOpening: number
  /** `mouthBrightness`. */
  readonly mouthBrightness: number
  /** Of closed eyes against the last open ones: `surroundingsOfEyes`, and what is left of the lashes. Null: the eyes are not closed. */
  readonly closed: { readonly surroundings: number; readonly lashes: number } | null
  /** Cosine to the first frame of the challenge, and to the one before. */
  readonly likeFirst: number
  readonly likeBefore: number
  /** Share of the face that something covers. */
  readonly covered: number
  /** The light on the face by that of the first frame. */
  readonly light: number
  /** 0..1. */
  readonly liveness: number
}

export const signLimits = {
  likeFirst: 0.6,
  /** Of 2,837 pairs of frames a tenth of a second apart none was below 0.88. */
  likeBefore: 0.75,
  covered: 0.12,
  light: { min: 0.7, max: 1.4 },
  surroundings: 0.93,
  lashes: 0.5,
  mouthBrightness: 0.75,
  straight: 9,
  /** People who talk turn by 22 degrees and less in 99 of 100 frames. */
  turned: 24,
  relief: 0.06,
} as const

/** The time that a person has for both actions. */
export const challengeMs = 12_000

type Step = (signs: Signs, first: Signs) => boolean

const areEyesOpen: Step = ({ anyEyeClosed }) => anyEyeClosed < 0.3
const isMouthClosed: Step = ({ mouthOpening }) => mouthOpening < 0.15
/** Degrees towards one side since the first frame, and the nose with them. */
const turnOf = (side: 1 | -1, { yaw, relief }: Signs, first: Signs) => ({
  degrees: side * (yaw - first.yaw),
  relief: side * (relief - first.relief),
})
const isStraight: Step = (signs, first) => Math.abs(turnOf(1, signs, first).degrees) < signLimits.straight
const isOnTheWay =
  (side: 1 | -1): Step =>
  (signs, first) => {
    const { degrees } = turnOf(side, signs, first)
    return degrees >= signLimits.straight && degrees < signLimits.turned
  }
const isTurned =
  (side: 1 | -1): Step =>
  (signs, first) => {
    const turn = turnOf(side, signs, first)
    return turn.degrees >= signLimits.turned && turn.relief >= signLimits.relief
  }
const turnSteps = (side: 1 | -1) => [isStraight, isOnTheWay(side), isTurned(side), isTurned(side)]

/** The states of a face that make up each action, one after the other. Values between two states count as neither. */
const steps: Readonly<Record<Action, readonly Step[]>> = {
  blink: [
    areEyesOpen,
    ({ eyesClosed, closed }) =>
      eyesClosed > 0.7 &&
      closed !== null &&
      closed.surroundings >= signLimits.surroundings &&
      closed.lashes >= signLimits.lashes,
    areEyesOpen,
  ],
  mouth: [
    isMouthClosed,
    ({ mouthOpening, mouthBrightness }) => mouthOpening > 0.35 && mouthBrightness <= signLimits.mouthBrightness,
  ],
  'turn-left': turnSteps(1),
  'turn-right': turnSteps(-1),
}

/** The challenge of the record's words that an action belongs to. */
export const kindOf = (action: Action): LivenessChallenge =>
  action === 'blink' || action === 'mouth' ? action : 'turn'

/**
 * Two actions in an order that nobody knows before, one of them a turn to a side that is drawn: a recording of somebody who talks or blinks does
 * not have it. `draw` gives 0 <= n < 1.
 */
export function drawActions(wanted: LivenessChallenge | 'any', draw: () => number): readonly [Action, Action] {
  const turns = ['turn-left', 'turn-right'] as const
  const [side, otherSide] = draw() < 0.5 ? turns : turns.toReversed()
  const other = wanted === 'any' ? (draw() < 0.5 ? 'blink' : 'mouth') : wanted === 'turn' ? otherSide : wanted
  const pair = [side ?? 'turn-left', other ?? 'turn-right'] as const
  return draw() < 0.5 ? pair : [pair[1], pair[0]]
}

export type Challenge = {
  /** The action that is asked for now. */
  readonly action: Action
  /** Takes one frame. `failed`: not done in time, or turned to the wrong side; `broken`: it is another face, or a cut. */
  follow(signs: Signs, nowMs: number): 'asked' | 'done' | 'failed' | 'broken'
}

/** `first` is a frame that looks straight into the camera: turns are counted from it. */
export function createChallenge(
  actions: readonly [Action, Action],
  first: Signs,
  endsAtMs: number,
  minLiveness: number,
): Challenge {
  let [done, reached] = [0, 0]
  const action = () => actions[done] ?? actions[1]

  return {
    get action() {
      return action()
    },
    follow(signs, nowMs) {
      if (signs.likeFirst < signLimits.likeFirst || signs.likeBefore < signLimits.likeBefore) return 'broken'
      if (nowMs > endsAtMs) return 'failed'
      const wrongSide = action() === 'turn-left' ? -1 : action() === 'turn-right' ? 1 : null
      // The turn before may still be on its way back: only one that begins straight is to the wrong side.
      if (wrongSide && reached > 0 && turnOf(wrongSide, signs, first).degrees >= signLimits.turned) return 'failed'
      if (!counts(signs, minLiveness)) return 'asked'
      if (!steps[action()][reached]?.(signs, first)) return 'asked'
      reached++
      if (reached < steps[action()].length) return 'asked'
      done++
      reached = 0
      return done === actions.length ? 'done' : 'asked'
    },
  }
}

/** Whether a frame can take an action further: nothing stands before the face, the light is that of before, and it is live. */
const counts = ({ covered, light, liveness }: Signs, minLiveness: number): boolean =>
  covered <= signLimits.covered &&
  light >= signLimits.light.min &&
  light <= signLimits.light.max &&
  liveness >= minLiveness
