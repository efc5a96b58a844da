import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'
import type { DescribedFace, FaceEngine } from '@gatehouse/face/core/face-engine.ts'
import { type Look, weightOf } from '@gatehouse/face/core/join-looks.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { type VisitedFace, visitedFace } from '../../recognition/visit.ts'
import { type Challenge, challengeMs, createChallenge, type Action, drawActions, kindOf } from './challenge.ts'
import { createSignReader, type SignReader } from './read-signs.ts'

/** A face that is asked for two actions, from the first frame to the last. */
export type AskedActions = {
  readonly action: Action
  /** Both. */
  readonly actions: readonly [Action, Action]
  /** Takes one frame. `restarted`: it was another face, or a cut, and the actions are asked for from the beginning, in the time that is left. */
  follow(image: PixelImage, face: DescribedFace, nowMs: number): Promise<'asked' | 'restarted' | 'done' | 'failed'>
  /** The face of all frames since the start: its clearest looks together, and the liveness of all. */
  result(isDone: boolean): VisitedFace & { readonly isTentative: false; readonly missed: LivenessChallenge | null }
}

export type ActionSettings = {
  readonly wanted: LivenessChallenge | 'any'
  /** The liveness, 0..1, that a frame must have. */
  readonly minLiveness: number
  /** Gives 0 <= n < 1. */
  readonly draw: () => number
  /** The two that somebody beside is asked for at this moment: the screen has room for one question. */
  readonly actions?: readonly [Action, Action] | undefined
}

/** The looks that are decided about together: those that tell the most. */
const maxLooks = 5

export const lookOf = (face: DescribedFace, liveness: number | null): Look => ({
  embedding: face.embedding,
  weight: weightOf(face),
  liveness,
})

export async function askActions(
  engine: FaceEngine,
  { wanted, minLiveness, draw, actions = drawActions(wanted, draw) }: ActionSettings,
  start: { readonly image: PixelImage; readonly face: DescribedFace; readonly nowMs: number },
): Promise<AskedActions> {
  const endsAtMs = start.nowMs + challengeMs
  let reader: SignReader
  let challenge: Challenge
  let looks: Look[]
  async function begin(image: PixelImage, face: DescribedFace): Promise<void> {
    reader = await createSignReader(engine, image, face)
    challenge = createChallenge(actions, reader.first, endsAtMs, minLiveness)
    looks = [lookOf(face, reader.first.liveness)]
  }
  await begin(start.image, start.face)

  return {
    actions,
    get action() {
      return challenge.action
    },
    async follow(image, face, nowMs) {
      const signs = await reader.read(image, face)
      const outcome = challenge.follow(signs, nowMs)
      if (outcome === 'broken') {
        if (nowMs > endsAtMs) return 'failed'
        await begin(image, face)
        return 'restarted'
      }
      looks.push(lookOf(face, signs.liveness))
      return outcome
    },
    result(isDone) {
      const clearest = looks.toSorted((a, b) => b.weight - a.weight).slice(0, maxLooks)
      const liveness = looks.reduce((sum, look) => sum + (look.liveness ?? 0), 0) / looks.length
      return {
        ...visitedFace(clearest),
        liveness,
        isTentative: false,
        missed: isDone ? null : kindOf(challenge.action),
      }
    },
  }
}
