import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'

/** The margin around a face, as a multiple of its longer side. */
const room = 2

type Size = { width: number; height: number }

/** The position of a picture inside a square that shows its face, in percent of that square. */
export function cutToFace({ left, top, right, bottom }: FaceBox, { width, height }: Size) {
  const longer = Math.max((right - left) * width, (bottom - top) * height) / 1000
  const side = Math.min(longer * room, width, height)
  const start = (from: number, to: number, whole: number) =>
    Math.min(Math.max(((from + to) / 2000) * whole - side / 2, 0), whole - side)
  const percent = (pixels: number) => `${(pixels / side) * 100}%`
  return {
    width: percent(width),
    height: percent(height),
    left: percent(-start(left, right, width)),
    top: percent(-start(top, bottom, height)),
  }
}
