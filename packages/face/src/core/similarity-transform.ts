import type { Affine } from './warp-image.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The turn, zoom and shift that best lays `from` upon `to` (least squares over matched points).
 * For {@link warpImage} take `from` = points in the result and `to` = the same points in the source picture.
 */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Affine {
  const fromMiddle = middleOf(from)
  const toMiddle = middleOf(to)
  let along = 0
  let across = 0
  let spread = 0
  for (const [i, { x, y }] of from.entries()) {
    const target = to[i]
    if (!target) throw new RangeError('fitSimilarity needs as many target points as source points')
    const dx = x - fromMiddle.x
    const dy = y - fromMiddle.y
    const u = target.x - toMiddle.x
    const v = target.y - toMiddle.y
    along += dx * u + dy * v
    across += dx * v - dy * u
    spread += dx * dx + dy * dy
  }
  const p = along / spread
  const q = across / spread
  return [
    p,
    -q,
    toMiddle.x - p * fromMiddle.x + q * fromMiddle.y,
    q,
    p,
    toMiddle.y - q * fromMiddle.x - p * fromMiddle.y,
  ]
}

export function middleOf(points: readonly Point[]): Point {
  let x = 0
  let y = 0
  for (const point of points) {
    x += point.x
    y += point.y
  }
  return { x: x / points.length, y: y / points.length }
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
