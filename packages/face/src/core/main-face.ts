import { boxHeight, type Box } from './box.ts'

interface Picture {
  readonly width: number
  readonly height: number
}

/** A face at the edge of a picture counts as this much less tall than it is. */
const lostAtEdge = 0.5

/**
 * The faces of a picture, the one that it is about first: it is tall, which means near, and in the middle. People who stand behind the one at a door are at its
 * side, and now and then taller.
 */
export function mainFirst<F extends { readonly box: Box }>(faces: readonly F[], picture: Picture): F[] {
  return faces.toSorted((a, b) => prominence(b.box, picture) - prominence(a.box, picture))
}

function prominence(box: Box, { width, height }: Picture): number {
  const offX = Math.abs((box.left + box.right) / 2 / width - 0.5) * 2
  const offY = Math.abs((box.top + box.bottom) / 2 / height - 0.5) * 2
  return boxHeight(box) * (1 - lostAtEdge * Math.min(1, Math.hypot(offX, offY)))
}
