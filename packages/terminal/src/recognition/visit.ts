import { cosineToPerson } from '@gatehouse/face/core/compare-embeddings.ts'
import type { FaceTemplate } from '@gatehouse/face/core/packed-face.ts'
import { isSameFace, joinLooks, type JoinedLooks, type Look } from '@gatehouse/face/core/join-looks.ts'

/** The looks before anything is decided, if the camera can show the face again. */
const minLooks = 3
/** The looks after which somebody whom they do not tell is a stranger, or a photograph. */
const maxLooks = 5
/** A slow device does not take longer than this for looks beyond the first three. */
const maxMs = 1_200

/** The looks at one face from its coming until the decision (ADR 0076). */
export type Visit = {
  /** Adds one. Null: more are needed; else what they say together, `isTentative` while another may follow. */
  add(look: Look, nowMs: number): (VisitedFace & { readonly isTentative: boolean }) | null
}

export type VisitedFace = JoinedLooks & {
  /** The single looks. */
  readonly looks: readonly Float32Array[]
}

/** `sameVisit`: from this cosine on two looks are of one visit; left out: that of the built-in recogniser. */
export function createVisit(sameVisit?: number): Visit {
  let looks: Look[] = []
  let beganAtMs = 0
  return {
    add(look, nowMs) {
      if (!isSameFace(looks, look.embedding, sameVisit)) looks = []
      if (looks.length === 0) beganAtMs = nowMs
      looks = [...looks, look].slice(-maxLooks)
      if (looks.length < minLooks) return null
      return { ...visitedFace(looks), isTentative: looks.length < maxLooks && nowMs - beganAtMs < maxMs }
    },
  }
}

export const visitedFace = (looks: readonly Look[]): VisitedFace => ({
  ...joinLooks(looks),
  looks: looks.map(({ embedding }) => embedding),
})

/** Whether the looks find somebody one by one as well: more than half of them, so that no single frame opens a door. */
export function holds(looks: readonly Float32Array[], templates: readonly FaceTemplate[], threshold: number): boolean {
  const found = looks.filter((look) => cosineToPerson(templates, look) >= threshold).length
  return looks.length === 0 || found * 2 > looks.length
}
