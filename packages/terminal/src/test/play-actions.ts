import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'
import type { FaceEngine, FoundFace } from '@gatehouse/face/core/face-engine.ts'
import type { Landmarks } from '@gatehouse/face/core/face-landmarks.ts'
import { mainFirst } from '@gatehouse/face/core/main-face.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { askActions } from '../browser/face/ask-actions.ts'
import { challengeMs, type Action } from '../browser/face/challenge.ts'
import { closeEyes, openMouth, turnHead } from './alter-frames.ts'

/** A person or a picture before a camera that asks for actions gives the frame that it sees next. `frame` counts from the start of the action. */
export type Actor = (action: Action, frame: number) => PixelImage

export type Played = {
  readonly outcome: 'done' | 'failed'
  readonly ms: number
  /** The face that would be decided about. */
  readonly embedding: Float32Array
}

/** Plays a challenge to its end, frame by frame. `draws` are the lots: the side of the turn, the other action of `any`, the order. */
export async function playActions(
  engine: FaceEngine,
  actor: Actor,
  wanted: LivenessChallenge | 'any',
  { draws = [0.1, 0.1], frameMs = 400 }: { readonly draws?: readonly number[]; readonly frameMs?: number } = {},
): Promise<Played> {
  const lots = [...draws]
  const see = async (image: PixelImage) => {
    const [found] = mainFirst(await engine.findFaces(image), image)
    return found && { image, face: await engine.describeFace(image, found) }
  }
  const first = await see(actor('blink', 0))
  if (!first) throw new Error('the first frame shows no face')
  const settings = { wanted, minLiveness: 0.5, draw: () => lots.shift() ?? 0.1 }
  const asked = await askActions(engine, settings, { ...first, nowMs: 0 })
  let action = asked.action
  for (let nowMs = frameMs, frame = 0; nowMs <= challengeMs + frameMs; nowMs += frameMs, frame++) {
    if (asked.action !== action) [action, frame] = [asked.action, 0]
    const seen = await see(actor(action, frame))
    if (!seen) continue
    const outcome = await asked.follow(seen.image, seen.face, nowMs)
    if (outcome === 'done' || outcome === 'failed')
      return { outcome, ms: nowMs, embedding: asked.result(outcome === 'done').embedding }
  }
  return { outcome: 'failed', ms: challengeMs, embedding: asked.result(false).embedding }
}

/** The same answers for the same frame: actors show a few frames again and again. */
export function rememberFrames(engine: FaceEngine): FaceEngine {
  const known = new WeakMap<PixelImage, Map<string, Promise<unknown>>>()
  const once = <T>(image: PixelImage, what: string, ask: () => Promise<T>): Promise<T> => {
    const answers = known.get(image) ?? new Map<string, Promise<unknown>>()
    known.set(image, answers)
    const answer = answers.get(what) ?? ask()
    answers.set(what, answer)
    return answer as Promise<T> // oxlint-disable-line typescript/no-unsafe-type-assertion -- `what` names the type
  }
  const at = ({ box }: FoundFace): string => `${box.left} ${box.top}`
  return {
    ...engine,
    findFaces: (image) => once(image, 'find', () => engine.findFaces(image)),
    describeFace: (image, face) => once(image, `describe ${at(face)}`, () => engine.describeFace(image, face)),
    evaluateLiveness: (image, face) => once(image, `live ${at(face)}`, () => engine.evaluateLiveness(image, face)),
    evaluateEyes: (image, face) => once(image, `eyes ${at(face)}`, () => engine.evaluateEyes(image, face)),
  }
}

/** Degrees of the puppet's neck from frame to frame, and at the end of a turn. */
const stepDegrees = 9
const fullTurn = 36

/** A photograph that does as it is asked, made with the landmarks of its face; `waits`: frames until it begins. */
export function willing(image: PixelImage, landmarks: Landmarks, waits = 0): Actor {
  const frames = new Map<number, PixelImage>([[0, image]])
  const turned = (degrees: number): PixelImage => {
    const frame = frames.get(degrees) ?? turnHead(image, landmarks, degrees)
    frames.set(degrees, frame)
    return frame
  }
  const closed = closeEyes(image, landmarks)
  const open = openMouth(image, landmarks)
  let degrees = 0
  return (action, frame) => {
    const aim = frame < waits ? degrees : action === 'turn-left' ? fullTurn : action === 'turn-right' ? -fullTurn : 0
    if (degrees !== aim) degrees += Math.sign(aim - degrees) * stepDegrees
    if (degrees !== 0 || frame < waits || frame % 2 === 0) return turned(degrees)
    return action === 'blink' ? closed : action === 'mouth' ? open : turned(degrees)
  }
}
