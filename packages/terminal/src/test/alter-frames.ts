import { type Landmarks, landmark } from '@gatehouse/face/core/face-landmarks.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { distance, middleOf, type Point } from '@gatehouse/face/core/similarity-transform.ts'

/* The tricks by which a picture of a face is to pass for its owner, as a camera would see them: every function gives a new frame. */

type Colour = readonly [number, number, number]

/** Grey, as the wall behind somebody who holds up a print. */
const wall: Colour = [128, 136, 144]

/** A frame of the same size in which each pixel is taken from another place of the picture; beyond its edges stands the wall. */
export function redraw(image: PixelImage, from: (x: number, y: number) => Point): PixelImage {
  const { width, height, channels, data } = image
  const result = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const source = from(x, y)
      const left = Math.floor(source.x)
      const top = Math.floor(source.y)
      const isInside = left >= 0 && top >= 0 && left < width - 1 && top < height - 1
      for (let c = 0; c < 3; c++) {
        const at = (column: number, row: number) => data[(row * width + column) * channels + c] ?? 0
        const [u, v] = [source.x - left, source.y - top]
        result[(y * width + x) * 3 + c] = isInside
          ? (at(left, top) * (1 - u) + at(left + 1, top) * u) * (1 - v) +
            (at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u) * v
          : (wall[c] ?? 0)
      }
    }
  return { data: result, width, height, channels: 3 }
}

/** The picture as a sheet in the hand: `depth` says how far each of its points stands out of the sheet, in pixels. */
export type Sheet = {
  readonly yawDegrees?: number
  readonly pitchDegrees?: number
  /** The distance of the camera in widths of the sheet: near ones show perspective. */
  readonly distance?: number
  /** The sheet is bent round an upright (`across`) or a level axis, by this part of a half circle. */
  readonly bentAcross?: number
  readonly bentAlong?: number
}

/** A print that is held up, turned and bent, seen by a camera that stands before it. */
export function held(image: PixelImage, sheet: Sheet): PixelImage {
  const { yawDegrees = 0, pitchDegrees = 0, distance = 3, bentAcross = 0, bentAlong = 0 } = sheet
  const [yaw, pitch] = [(yawDegrees * Math.PI) / 180, (pitchDegrees * Math.PI) / 180]
  const [halfX, halfY] = [image.width / 2, image.height / 2]
  const bulge = (along: number, bend: number) => (bend === 0 ? 0 : bend * 0.5 * (1 - along * along))
  const eye = distance * image.width
  /** The place at which a point of the sheet is seen. */
  const seen = (x: number, y: number): Point => {
    const squeeze = (along: number, bend: number) =>
      bend === 0 ? along : Math.sin(along * bend * (Math.PI / 2)) / Math.sin(bend * (Math.PI / 2))
    const px = squeeze(x / halfX, bentAcross) * halfX
    const py = squeeze(y / halfY, bentAlong) * halfY
    const pz = (bulge(x / halfX, bentAcross) + bulge(y / halfY, bentAlong)) * halfX
    const turnedX = px * Math.cos(yaw) + pz * Math.sin(yaw)
    const turnedZ = -px * Math.sin(yaw) + pz * Math.cos(yaw)
    const tippedY = py * Math.cos(pitch) - turnedZ * Math.sin(pitch)
    const tippedZ = py * Math.sin(pitch) + turnedZ * Math.cos(pitch)
    const scale = eye / (eye - tippedZ)
    return { x: turnedX * scale, y: tippedY * scale }
  }
  return redraw(image, (x, y) => {
    // Which point of the sheet is seen here: found by a few steps of correction, since the sheet is smooth.
    const aim = { x: x - halfX, y: y - halfY }
    let at = { x: aim.x / Math.max(0.2, Math.cos(yaw)), y: aim.y / Math.max(0.2, Math.cos(pitch)) }
    for (let step = 0; step < 12; step++) {
      const now = seen(at.x, at.y)
      at = { x: at.x + (aim.x - now.x) * 0.8, y: at.y + (aim.y - now.y) * 0.8 }
    }
    return { x: at.x + halfX, y: at.y + halfY }
  })
}

const middle = (landmarks: Landmarks, ...indexes: number[]): Point =>
  middleOf(indexes.map((at) => landmark(landmarks, at)))
const eyeDistance = (landmarks: Landmarks): number => distance(middle(landmarks, 36, 39), middle(landmarks, 42, 45))

/** The head turned by a few degrees, above 0 to the picture's right: an egg with a nose, upon which the photograph lies. */
export function turnHead(image: PixelImage, landmarks: Landmarks, degrees: number): PixelImage {
  const angle = (degrees * Math.PI) / 180
  const eyes = eyeDistance(landmarks)
  const centre = middle(landmarks, 27, 30, 33)
  const tip = landmark(landmarks, 30)
  const [halfWidth, halfHeight] = [eyes * 1.35, eyes * 1.9]
  const depthAt = (x: number, y: number): number => {
    const [u, v] = [(x - centre.x) / halfWidth, (y - centre.y) / halfHeight]
    const egg = Math.sqrt(Math.max(0, 1 - u * u - v * v)) * eyes * 1.1
    const nose =
      Math.exp(-(((x - tip.x) / (eyes * 0.2)) ** 2) - ((y - tip.y + eyes * 0.05) / (eyes * 0.28)) ** 2) * eyes * 0.45
    return egg === 0 ? 0 : egg + nose
  }
  return redraw(image, (x, y) => {
    let from = x
    for (let step = 0; step < 8; step++) {
      const depth = depthAt(from, y)
      const shrink = depth === 0 ? 0 : (from - centre.x) * (Math.cos(angle) - 1)
      from += (x - (from + depth * Math.sin(angle) * 1.15 + shrink)) * 0.7
    }
    return { x: from, y }
  })
}

/** The upper lids come down over the eyes by this part, and take the lashes with them. */
export function closeEyes(image: PixelImage, landmarks: Landmarks, share = 1): PixelImage {
  const eyes = [36, 42].map((corner) => {
    const at = (step: number) => landmark(landmarks, corner + step)
    const [from, to] = [at(0), at(3)]
    const width = to.x - from.x
    return { from, to, width, upper: (at(1).y + at(2).y) / 2, lower: (at(4).y + at(5).y) / 2 }
  })
  return redraw(image, (x, y) => {
    for (const { from, to, width, upper, lower } of eyes) {
      const along = (x - from.x) / width
      if (along <= -0.15 || along >= 1.15) continue
      const line = from.y + (to.y - from.y) * along
      const arch = Math.max(0, 1 - ((along - 0.5) / 0.65) ** 2)
      // The outermost lash line, a little outside of the landmarks.
      const top = line - (line - upper + width * 0.16) * arch
      const bottom = line + (lower - line + width * 0.14) * arch
      const brow = top - width * 0.3
      const closedTo = top + (bottom - top) * share
      if (y < brow || y > bottom) continue
      if (y <= closedTo) return { x, y: brow + ((y - brow) * (top - brow)) / Math.max(1e-3, closedTo - brow) }
    }
    return { x, y }
  })
}

/** The lower lip and the chin go down; between the lips it is dark, or, where a picture is only stretched, of the lips' own colour. */
export function openMouth(image: PixelImage, landmarks: Landmarks, { isStretched = false } = {}): PixelImage {
  const [left, right] = [landmark(landmarks, 48), landmark(landmarks, 54)]
  const width = right.x - left.x
  const lips = middle(landmarks, 62, 66)
  const gap = width * 0.55
  const chin = landmark(landmarks, 8).y + width * 0.5
  const isDark = (x: number, y: number): boolean => {
    const along = (x - left.x) / width
    const opening = gap * Math.max(0, 1 - ((along - 0.5) / 0.5) ** 2)
    return y > lips.y && y < lips.y + opening
  }
  const moved = redraw(image, (x, y) => {
    const along = (x - left.x) / width
    const opening = gap * Math.max(0, 1 - ((along - 0.5) / 0.8) ** 2)
    if (y < lips.y || y > chin + width || opening === 0) return { x, y }
    if (isStretched && y < lips.y + opening) return { x, y: lips.y + ((y - lips.y) / opening) * (width * 0.1) }
    const lip = isStretched ? width * 0.1 : 0
    if (y > chin) return { x, y }
    const start = lips.y + opening
    return { x, y: y < start ? y : lips.y + lip + ((y - start) * (chin - lips.y - lip)) / (chin - start) }
  })
  return isStretched ? moved : paint(moved, isDark, [42, 22, 24])
}

/** One colour over every pixel that `where` names. */
export function paint(image: PixelImage, where: (x: number, y: number) => boolean, colour: Colour): PixelImage {
  const result = redraw(image, (x, y) => ({ x, y }))
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++)
      if (where(x, y)) for (let c = 0; c < 3; c++) result.data[(y * image.width + x) * 3 + c] = colour[c] ?? 0
  return result
}

/** The colour of the skin on the cheeks. */
export function skinOf({ data, width, channels }: PixelImage, landmarks: Landmarks): Colour {
  const { x, y } = middle(landmarks, 2, 31)
  const p = (Math.round(y) * width + Math.round(x)) * channels
  return [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0]
}

/** A level strip of skin colour, as a finger that passes before printed eyes: `height` in distances of the eyes. */
export function strip(image: PixelImage, landmarks: Landmarks, height = 0.5, up = 0): PixelImage {
  const eyes = eyeDistance(landmarks)
  const at = middle(landmarks, 36, 45).y - up * eyes
  return paint(image, (_, y) => Math.abs(y - at) < (eyes * height) / 2, skinOf(image, landmarks))
}

/** Lids painted over both eyes, without lashes. */
export function paintLids(image: PixelImage, landmarks: Landmarks): PixelImage {
  const eyes = [middle(landmarks, 36, 39), middle(landmarks, 42, 45)]
  const width = distance(landmark(landmarks, 36), landmark(landmarks, 39))
  const isLid = (x: number, y: number) =>
    eyes.some((eye) => ((x - eye.x) / (width * 0.65)) ** 2 + ((y - eye.y) / (width * 0.4)) ** 2 < 1)
  return paint(image, isLid, skinOf(image, landmarks))
}

/** All pixels brighter or darker. */
export function lit(image: PixelImage, times: number): PixelImage {
  const { width, height, channels } = image
  return { data: Uint8ClampedArray.from(image.data, (value) => value * times), width, height, channels }
}

/** The whole picture moved and turned about its own axis, as a print in the hand. */
export function moved(image: PixelImage, byX: number, degrees = 0): PixelImage {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [halfX, halfY] = [image.width / 2, image.height / 2]
  return redraw(image, (x, y) => {
    const [dx, dy] = [x - halfX - byX, y - halfY]
    return { x: cos * dx + sin * dy + halfX, y: -sin * dx + cos * dy + halfY }
  })
}

/** As a mirror shows it. */
export const mirrored = (image: PixelImage): PixelImage => redraw(image, (x, y) => ({ x: image.width - 1 - x, y }))

/** Another picture at the right edge, half as large: somebody who stands behind. */
export function besides(image: PixelImage, other: PixelImage): PixelImage {
  const width = image.width + Math.round(other.width / 2)
  const { height } = image
  const data = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isOther = x >= image.width
      const source = isOther ? other : image
      const column = isOther ? (x - image.width) * 2 : x
      const row = isOther ? y * 2 : y
      for (let c = 0; c < 3; c++)
        data[(y * width + x) * 3 + c] =
          row < source.height ? (source.data[(row * source.width + column) * source.channels + c] ?? 0) : (wall[c] ?? 0)
    }
  return { data, width, height, channels: 3 }
}
