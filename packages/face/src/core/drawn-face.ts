import type { PixelImage } from './pixel-image.ts'
import { seededRandom } from './seeded-random.ts'

export interface DrawnFace {
  /** Another number is another face. */
  readonly person: number
  /** Lit otherwise, moved by a hundredth, with noise. */
  readonly isChanged: boolean
  readonly side: number
}

/** A face of ellipses where an aligned one has its parts: enough to notice a network that is broken or fed wrongly. */
export function drawFace({ person, isChanged, side }: DrawnFace): PixelImage {
  const random = seededRandom(person + 1)
  const between = (least: number, most: number) => least + random() * (most - least)
  const skin = [between(120, 235), between(80, 190), between(60, 160)]
  const hair = [between(10, 160), between(10, 120), between(10, 90)]
  const iris = [between(20, 110), between(40, 120), between(30, 160)]
  const face = { width: between(0.34, 0.44), height: between(0.46, 0.56), hairline: between(0.1, 0.3) }
  const eye = { y: 0.46, apart: 0.157, width: between(0.05, 0.085), height: between(0.02, 0.045) }
  const brow = { y: between(0.33, 0.4), thick: between(0.008, 0.03), tilt: between(-0.15, 0.15) }
  const nose = { width: between(0.025, 0.07), y: 0.64 }
  const mouth = { y: 0.82, width: between(0.1, 0.18), height: between(0.015, 0.05), red: between(110, 210) }
  const noise = seededRandom(person + 1_000)
  const [light, shift] = isChanged ? [1.08, 0.01] : [1, 0]

  function colourAt(px: number, py: number): readonly number[] {
    const [x, y] = [px - 0.5 + shift, py + shift]
    const eyeX = Math.abs(x) - eye.apart
    const eyeDistance = (eyeX / eye.width) ** 2 + ((y - eye.y) / eye.height) ** 2
    if (eyeDistance < 0.25) return iris
    if (eyeDistance < 1) return [240, 238, 235]
    const browY = y - brow.y - brow.tilt * eyeX
    if (Math.abs(eyeX) < eye.width * 1.3 && Math.abs(browY) < brow.thick) return hair
    if ((x / mouth.width) ** 2 + ((y - mouth.y) / mouth.height) ** 2 < 1) return [mouth.red, 50, 60]
    if ((x / nose.width) ** 2 + ((y - nose.y) / 0.02) ** 2 < 1) return skin.map((value) => value * 0.72)
    const inFace = (x / face.width) ** 2 + ((y - 0.56) / face.height) ** 2 < 1
    if (inFace && y > face.hairline) return skin
    return inFace || y < face.hairline ? hair : [128, 132, 140]
  }

  const data = new Uint8ClampedArray(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (const [channel, value] of colourAt((x + 0.5) / side, (y + 0.5) / side).entries())
        data[(y * side + x) * 3 + channel] = value * light + (isChanged ? (noise() - 0.5) * 12 : 0)
  return { data, width: side, height: side, channels: 3 }
}
