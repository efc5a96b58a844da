import { alignedSide } from '../core/align-face.ts'
import type { PixelImage } from '../core/pixel-image.ts'

type Colour = readonly [red: number, green: number, blue: number]
type Shape = (x: number, y: number) => boolean

export const coverKinds = ['mask', 'sunglasses', 'hand', 'half', 'cap'] as const
export type CoverKind = (typeof coverKinds)[number]

export interface CoveredFace {
  readonly image: PixelImage
  /** 1 where the cover lies, row by row. */
  readonly covered: Uint8Array
}

/** Draws one cover on an aligned face of 112 x 112, its place, shape and colour by chance. */
export function drawCover(face: PixelImage, kind: CoverKind, random: () => number): CoveredFace {
  switch (kind) {
    case 'mask':
      return paint(face, maskShape(random), maskColour(random), 8, random)
    case 'sunglasses':
      return paint(face, sunglassesShape(random), darkColour(random), 4, random)
    case 'hand':
      return paint(face, handShape(random), handColour(random), 12, random)
    case 'cap':
      return paint(shade(face, random), capShape(random), capColour(random), 8, random)
    case 'half':
      return paint(face, halfShape(random), darkColour(random, 140), 10, random)
  }
}

/** Draws the thin frame of clear glasses: they hide next to nothing, so the probe must learn to ignore them. */
export function drawClearGlasses(face: PixelImage, random: () => number): PixelImage {
  const width = 13 + random() * 5
  const height = 8 + random() * 5
  const thickness = 0.12 + random() * 0.12
  const rim = (dx: number, dy: number) => Math.abs(Math.hypot(dx / width, dy / height) - 1) < thickness
  const shape: Shape = (x, y) =>
    rim(x - 38, y - 52) || rim(x - 74, y - 52) || (Math.abs(y - 50) < 1.2 && x > 51 && x < 61)
  return paint(face, shape, darkColour(random, 90), 4, random).image
}

/** Draws hair down to the brows: many people wear it so, and the probe must learn that it is no cap. */
export function drawFringe(face: PixelImage, random: () => number): PixelImage {
  const edge = 28 + random() * 14
  const waves = Array.from({ length: 4 }, () => ({
    width: 0.3 + random() * 1.2,
    shift: random() * 6,
    by: random() * 3,
  }))
  const reaches = (x: number) =>
    edge + waves.reduce((sum, { width, shift, by }) => sum + by * Math.sin(x * width + shift), 0)
  const depth = 20 + random() * 60
  const colour: Colour = [depth, depth * (0.7 + random() * 0.2), depth * (0.5 + random() * 0.3)]
  const lean = random() * 0.6 - 0.3
  const strands: Shape = (x, y) => y < reaches(x) && Math.sin(x * 2.1 + y * lean + waves[0]!.shift) > -0.9 // four waves
  return paint(face, strands, colour, 14, random).image
}

/** The brim of a cap, which curves over the brows. */
function capShape(random: () => number): Shape {
  const edge = 36 + random() * 12
  const curve = (random() - 0.3) * 0.004
  return (x, y) => y < edge + curve * (x - 56) ** 2
}

const capColour = (random: () => number): Colour => (random() < 0.6 ? darkColour(random, 120) : anyColour(random))

/** The brim keeps some light from the eyes. */
function shade(face: PixelImage, random: () => number): PixelImage {
  const reach = 50 + random() * 20
  const least = 0.5 + random() * 0.5
  const data = Uint8ClampedArray.from(face.data, (value, i) => {
    const y = Math.floor(i / 3 / alignedSide)
    return y > reach ? value : value * Math.min(1, least + (1 - least) * Math.max(0, (y - 40) / (reach - 40)))
  })
  return { ...face, data }
}

function maskShape(random: () => number): Shape {
  const top = 60 + random() * 14
  const peak = random() * 6
  return (x, y) => {
    const fromMiddle = Math.abs(x - 56)
    return y > top + fromMiddle * 0.12 - peak && fromMiddle < 54 - (y - top) * 0.2
  }
}

function sunglassesShape(random: () => number): Shape {
  const width = 14 + random() * 5
  const height = 9 + random() * 5
  const lens = (dx: number, dy: number) => Math.hypot(dx / width, dy / height) < 1
  return (x, y) => lens(x - 38, y - 52) || lens(x - 74, y - 52) || (Math.abs(y - 49) < 2 && x > 8 && x < 104)
}

function handShape(random: () => number): Shape {
  const middleX = 15 + random() * 82
  const middleY = 25 + random() * 80
  const width = 14 + random() * 22
  const height = 16 + random() * 24
  return (x, y) => ((x - middleX) / width) ** 4 + ((y - middleY) / height) ** 4 < 1
}

function halfShape(random: () => number): Shape {
  const edge = 35 + random() * 25
  return random() < 0.5 ? (x) => x < edge : (x) => x > alignedSide - edge
}

const anyColour = (random: () => number): Colour => [random() * 255, random() * 255, random() * 255]
const maskColours: readonly Colour[] = [
  [200, 215, 225],
  [235, 235, 235],
  [30, 30, 30],
  [120, 160, 200],
  [150, 60, 60],
]
const maskColour = (random: () => number): Colour =>
  maskColours[Math.floor(random() * (maskColours.length + 1))] ?? anyColour(random)
const handColour = (random: () => number): Colour =>
  random() < 0.5 ? [150 + random() * 80, 100 + random() * 80, 80 + random() * 70] : anyColour(random)

function darkColour(random: () => number, lightest = 55): Colour {
  const shade = 10 + random() * (lightest - 10)
  return [shade, shade, shade + 3]
}

/** Fills a shape with a colour that runs across it, with grain and sometimes with stripes of cloth. */
function paint(face: PixelImage, shape: Shape, colour: Colour, grain: number, random: () => number): CoveredFace {
  const data = Uint8ClampedArray.from(face.data)
  const covered = new Uint8Array(alignedSide * alignedSide)
  const slopeX = (random() - 0.5) * 0.6
  const slopeY = (random() - 0.5) * 0.6
  const stripes = random() < 0.4 ? random() * 25 : 0
  const stripeWidth = 0.1 + random() * 0.8
  for (let y = 0; y < alignedSide; y++)
    for (let x = 0; x < alignedSide; x++) {
      if (!shape(x, y)) continue
      const p = y * alignedSide + x
      covered[p] = 1
      const shade = slopeX * (x - 56) + slopeY * (y - 56) + stripes * Math.sin(x * stripeWidth + y * stripeWidth * 0.5)
      for (const [i, value] of colour.entries()) data[p * 3 + i] = value + shade + (random() - 0.5) * 2 * grain
    }
  return { image: { ...face, data }, covered }
}
