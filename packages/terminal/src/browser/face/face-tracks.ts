import { overlap, type Box } from '@gatehouse/face/core/box.ts'
import { createVisit, type Visit } from '../../recognition/visit.ts'

type Found = {
  readonly box: Box
}

/** One face over many frames. */
export type Track<F extends Found = Found> = {
  readonly id: number
  readonly face: F
  readonly box: Box
}

type Kept<F extends Found> = {
  readonly id: number
  face: F
  seenAtMs: number
  /** Frames in a row. */
  frames: number
  visit: Visit
  settledAtMs: number
}

export type Tracks<F extends Found> = {
  /** The faces of a new frame, each with its number from before; in the order in which they came. */
  follow(found: readonly F[], nowMs: number): Track<F>[]
  /** Whether it is time for a close look: `minFrames` after the face came, and some time after its last decision. */
  isDue(track: Track<F>, nowMs: number, when: { readonly againMs: number; readonly minFrames: number }): boolean
  /** The looks at the face since its last decision. */
  visitOf(track: Track<F>): Visit
  has(id: number): boolean
  /** Its decision was made. */
  settle(id: number, nowMs: number): void
}

/** Two boxes that overlap by this much are the same face, one frame later. */
const minOverlap = 0.25
/** A face that was out of view for longer is another one when it returns … */
const maxGapMs = 700
/** … unless no frame was evaluated: on a slow device two frames may be this far apart. */
const slowestFrameMs = 2_500
/** Recognises the faces of one frame in the next by their position. */
export function createTracks<F extends Found>(sameVisit?: number): Tracks<F> {
  let kept: Kept<F>[] = []
  let nextId = 1
  let lastFrameAtMs = Number.NEGATIVE_INFINITY
  const find = (id: number): Kept<F> | undefined => kept.find((each) => each.id === id)

  return {
    follow(found, nowMs) {
      const free = kept.filter(
        ({ seenAtMs }) => nowMs - seenAtMs <= (seenAtMs === lastFrameAtMs ? slowestFrameMs : maxGapMs),
      )
      lastFrameAtMs = nowMs
      kept = [...free]
      return found.map((face) => {
        const [best] = free
          .filter((each) => overlap(each.face.box, face.box) >= minOverlap)
          .toSorted((a, b) => overlap(b.face.box, face.box) - overlap(a.face.box, face.box))
        const track = best ?? {
          id: nextId++,
          face,
          seenAtMs: nowMs,
          frames: 0,
          visit: createVisit(sameVisit),
          settledAtMs: -Infinity,
        }
        if (best) free.splice(free.indexOf(best), 1)
        else kept.push(track)
        track.face = face
        track.seenAtMs = nowMs
        track.frames++
        return { id: track.id, face, box: face.box }
      })
    },
    isDue({ id }, nowMs, { againMs, minFrames }) {
      const track = find(id)
      return track !== undefined && track.frames >= minFrames && nowMs - track.settledAtMs >= againMs
    },
    visitOf: ({ id }) => find(id)?.visit ?? createVisit(sameVisit),
    has: (id) => find(id) !== undefined,
    settle(id, nowMs) {
      const track = find(id)
      if (!track) return
      track.settledAtMs = nowMs
      track.visit = createVisit(sameVisit)
    },
  }
}
