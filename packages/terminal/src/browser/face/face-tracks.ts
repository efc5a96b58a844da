import { overlap, type Box } from '@gatehouse/face/core/box.ts'

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
  looks: number
  settledAtMs: number
}

export type Tracks<F extends Found> = {
  /** The faces of a new frame, each with the number it had before; the largest first, as they came. */
  follow(found: readonly F[], nowMs: number): Track<F>[]
  /** Whether it is time to look closely. */
  isDue(track: Track<F>, nowMs: number, againMs: number): boolean
  /** Counts a close look; true where another may follow, so that nothing bad is to be decided on this one. */
  countLook(track: Track<F>): boolean
  has(id: number): boolean
  /** It was decided about. */
  settle(id: number, nowMs: number): void
}

/** Two boxes that share so much are the same face, a frame later. */
const minOverlap = 0.25
/** A face that was away for longer is another one when it comes back … */
const maxGapMs = 700
/** … unless nobody looked: on a slow device two frames may lie so far apart. */
const slowestFrameMs = 2_500
/** A face that only flashes up is none. */
const minFrames = 2
/** Nobody is called a stranger, and nothing a photograph, on fewer looks. */
const minLooks = 3

/** Knows the faces of one frame again in the next by where they are. */
export function createTracks<F extends Found>(): Tracks<F> {
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
        const track = best ?? { id: nextId++, face, seenAtMs: nowMs, frames: 0, looks: 0, settledAtMs: -Infinity }
        if (best) free.splice(free.indexOf(best), 1)
        else kept.push(track)
        track.face = face
        track.seenAtMs = nowMs
        track.frames++
        return { id: track.id, face, box: face.box }
      })
    },
    isDue({ id }, nowMs, againMs) {
      const track = find(id)
      return track !== undefined && track.frames >= minFrames && nowMs - track.settledAtMs >= againMs
    },
    countLook({ id }) {
      const track = find(id)
      return track !== undefined && ++track.looks < minLooks
    },
    has: (id) => find(id) !== undefined,
    settle(id, nowMs) {
      const track = find(id)
      if (!track) return
      track.settledAtMs = nowMs
      track.looks = 0
    },
  }
}
