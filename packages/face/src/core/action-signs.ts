import { alignFace, alignedSide, alignment } from './align-face.ts'
import { boxHeight, boxWidth, type Box } from './box.ts'
import { landmark, type Landmarks } from './face-landmarks.ts'
import { lumaWeights, type PixelImage, toGrey } from './pixel-image.ts'
import { fitSimilarity, middleOf } from './similarity-transform.ts'
import { oneAfterOther, warpImage } from './warp-image.ts'

/*
 * Signs of a living face that does something: a picture of one lacks them. Each is a number; the limits belong to the challenge. Measured on
 * 2,840 frames of three films of people who talk.
 */

/** A face in a picture, at the moment of an action. */
export interface FaceMoment {
  readonly image: PixelImage
  readonly landmarks: Landmarks
}

const noseRoot = 27
const noseTip = 30
const chin = 8

/**
 * How far the tip of the nose stands beside the line from its root to the chin, by the length of that line; above 0 to the picture's right. A turned head shows 0.047
 * at 18 degrees of yaw and 0.065 at 24; a straight one, and a flat picture of one, about 0.
 */
export function noseRelief(landmarks: Landmarks): number {
  const root = landmark(landmarks, noseRoot)
  const end = landmark(landmarks, chin)
  const tip = landmark(landmarks, noseTip)
  const line = { x: end.x - root.x, y: end.y - root.y }
  const length = Math.hypot(line.x, line.y) || 1
  return (line.y * (tip.x - root.x) - line.x * (tip.y - root.y)) / length ** 2
}

/** Landmarks that a blink does not move: corners of the eyes, the nose, the upper ends of the jaw. */
const still = [36, 39, 42, 45, 27, 28, 29, 30, 31, 35, 0, 1, 2, 14, 15, 16]
const side = 56
const zoom = side / alignedSide
/** A face is found a few pixels higher or lower from frame to frame. */
const maxShift = 3

/**
 * How alike the face round the eyes is in two frames, the eyes themselves left out: the correlation, -1..1. Between open eyes and those of a blink it is 0.96 in the
 * middle, while a strip of skin colour drawn over both eyes gives 0.77.
 */
export function surroundingsOfEyes(open: FaceMoment, closed: FaceMoment): number {
  const toOpen = alignment(open.landmarks, side)
  const toClosed = fitSimilarity(
    still.map((index) => landmark(open.landmarks, index)),
    still.map((index) => landmark(closed.landmarks, index)),
  )
  const before = toGrey(warpImage(open.image, toOpen, side, side))
  const now = toGrey(warpImage(closed.image, oneAfterOther(toOpen, toClosed), side, side))
  let best = -1
  for (let dy = -maxShift; dy <= maxShift; dy++)
    for (let dx = -maxShift; dx <= maxShift; dx++) best = Math.max(best, correlation(before, now, dy * side + dx))
  return best
}

/** The places in the aligned picture round the eyes: from the brows to the middle of the nose. */
const roundEyes = Array.from({ length: side * side }, (_, at) => at).filter((at) => {
  const x = (at % side) / zoom
  const y = Math.floor(at / side) / zoom
  const isEye = [38.3, 73.5].some((middle) => ((x - middle) / 16) ** 2 + ((y - 51.6) / 12) ** 2 < 1)
  return x >= 12 && x <= 100 && y >= 32 && y <= 78 && !isEye
})

function correlation(a: Float32Array, b: Float32Array, shift: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (const at of roundEyes) {
    const u = a[at] ?? 0
    const v = b[at + shift] ?? 0
    sumA += u
    sumB += v
    squaresA += u * u
    squaresB += v * v
    products += u * v
  }
  const count = roundEyes.length
  const spread = (squaresA - sumA ** 2 / count) * (squaresB - sumB ** 2 / count)
  return spread <= 0 ? 0 : (products - (sumA * sumB) / count) / Math.sqrt(spread)
}

/**
 * How dark the darkest line across an eye is against the skin below it, 0..1: the lashes, which stay when the lid comes down, and which a lid that is painted over an
 * eye lacks. The fainter eye's.
 */
export function lashes({ image, landmarks }: FaceMoment): number {
  const grey = toGrey(alignFace(image, landmarks))
  return Math.min(...[38, 74].map((middle) => darkestLine(grey, middle)))
}

function darkestLine(grey: Float32Array, middle: number): number {
  const rowMean = (y: number): number => {
    let sum = 0
    for (let x = middle - 9; x <= middle + 9; x++) sum += grey[y * alignedSide + x] ?? 0
    return sum / 19
  }
  const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => rowMean(from + i))
  const skin = rows(63, 72).reduce((sum, row) => sum + row, 0) / 10
  return 1 - Math.min(...rows(42, 62)) / Math.max(1, skin)
}

/** How bright it is between the lips, by the skin beside nose and mouth: 0.2 .. 0.66 in open mouths. */
export function mouthBrightness({ image, landmarks }: FaceMoment): number {
  const meanAt = (pairs: readonly (readonly [number, number])[]): number =>
    pairs.reduce((sum, [a, b]) => sum + greyAt(image, middleOf([landmark(landmarks, a), landmark(landmarks, b)])), 0) /
    pairs.length
  const inside = meanAt([
    [61, 67],
    [62, 66],
    [63, 65],
  ])
  const skin = meanAt([
    [2, 31],
    [14, 35],
    [4, 48],
    [12, 54],
  ])
  return inside / Math.max(1, skin)
}

const [red, green, blue] = lumaWeights

function greyAt({ data, width, height, channels }: PixelImage, { x, y }: { x: number; y: number }): number {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)))
  const row = Math.max(0, Math.min(height - 1, Math.round(y)))
  const p = (row * width + column) * channels
  return red * (data[p] ?? 0) + green * (data[p + 1] ?? 0) + blue * (data[p + 2] ?? 0)
}

/** The mean brightness of a face, 0..255. */
export function brightnessOf(image: PixelImage, box: Box): number {
  const [columns, rows] = [16, 16]
  let sum = 0
  for (let i = 0; i < columns * rows; i++) {
    const x = box.left + boxWidth(box) * (((i % columns) + 0.5) / columns)
    const y = box.top + boxHeight(box) * ((Math.floor(i / columns) + 0.5) / rows)
    sum += greyAt(image, { x, y })
  }
  return sum / (columns * rows)
}
