import type { Landmarks } from './face-landmarks.ts'
import { landmark } from './face-landmarks.ts'

/**
 * Degrees. Yaw above 0: the nose points to the picture's right; pitch above 0: it points down; roll above 0: the head
 * leans anticlockwise in the picture. The generic head is not calibrated, so limits on these are the product's own and not true degrees.
 * Mirroring a photograph changes them by 1.8 (yaw), 0.9 (pitch) and 0.95 (roll) on average.
 */
export interface HeadPose {
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}

type Vector = readonly [number, number, number]

/** Eight landmarks on a generic head, x right, y up, z towards the camera; depth drawn out by 1.4. */
const genericHead: readonly (readonly [index: number, position: Vector])[] = [
  [30, [0, 0, 0]],
  [8, [0, -330, -91]],
  [36, [-225, 170, -189]],
  [45, [225, 170, -189]],
  [48, [-150, -150, -175]],
  [54, [150, -150, -175]],
  [39, [-75, 165, -175]],
  [42, [75, 165, -175]],
]

/** Fits the generic head to the landmarks as a distant camera would see it (weak perspective, least squares). */
export function headPose(landmarks: Landmarks): HeadPose {
  const seen = genericHead.map(([index]) => landmark(landmarks, index))
  const share = 1 / genericHead.length
  let middle: Vector = [0, 0, 0]
  let seenX = 0
  let seenY = 0
  for (const [i, [, position]] of genericHead.entries()) {
    middle = add(middle, position, share)
    seenX += (seen[i]?.x ?? 0) * share
    seenY += (seen[i]?.y ?? 0) * share
  }
  // Normal equations of the two rows of the projection: (A transposed A) row = A transposed b.
  let columns: [Vector, Vector, Vector] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  let targetX: Vector = [0, 0, 0]
  let targetY: Vector = [0, 0, 0]
  for (const [i, [, position]] of genericHead.entries()) {
    const p = add(position, middle, -1)
    columns = [add(columns[0], p, p[0]), add(columns[1], p, p[1]), add(columns[2], p, p[2])]
    targetX = add(targetX, p, (seen[i]?.x ?? 0) - seenX)
    targetY = add(targetY, p, seenY - (seen[i]?.y ?? 0)) // pictures count y downwards
  }
  const rowX = unit(solve(columns, targetX))
  const rowY = unit(solve(columns, targetY))
  // The rows of a turned head are at right angles; share the error between them evenly.
  const skew = dot(rowX, rowY) / 2
  const right = unit(add(rowX, rowY, -skew))
  const up = unit(add(rowY, rowX, -skew))
  const forward = cross(right, up)
  return {
    yaw: degrees(Math.asin(Math.max(-1, Math.min(1, right[2])))),
    pitch: degrees(Math.atan2(-up[2], forward[2])),
    roll: degrees(Math.atan2(-right[1], right[0])),
  }
}

const degrees = (radians: number): number => (radians * 180) / Math.PI
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const add = (a: Vector, b: Vector, times: number): Vector => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
]
const unit = (a: Vector): Vector => add([0, 0, 0], a, 1 / Math.sqrt(dot(a, a)))
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Cramer's rule for the three columns of a symmetric matrix. */
function solve([a, b, c]: readonly [Vector, Vector, Vector], target: Vector): Vector {
  const whole = dot(a, cross(b, c))
  return [dot(target, cross(b, c)) / whole, dot(a, cross(target, c)) / whole, dot(a, cross(b, target)) / whole]
}
