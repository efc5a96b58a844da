import { describe, expect, it } from 'vitest'
import { overlap, squareAround } from './box.ts'
import { keepBest } from './detect-faces.ts'
import { headPose } from './head-pose.ts'
import type { PixelImage } from './pixel-image.ts'
import { fitSimilarity } from './similarity-transform.ts'
import { cropBox, warpImage } from './warp-image.ts'

/** 4 x 4, red is the column and green the row, times 10. */
const numbered: PixelImage = {
  data: Uint8Array.from({ length: 48 }, (_, i) => [Math.floor(i / 3) % 4, Math.floor(i / 12), 0][i % 3]! * 10),
  width: 4,
  height: 4,
  channels: 3,
}
const pixel = (image: PixelImage, x: number, y: number) =>
  Array.from(image.data.slice((y * image.width + x) * image.channels, (y * image.width + x) * image.channels + 3))

describe('warping', () => {
  it('Warping by the identity gives the same pixels, and reads RGBA as well as RGB', () => {
    const rgba: PixelImage = {
      ...numbered,
      channels: 4,
      data: Uint8Array.from({ length: 64 }, (_, i) =>
        i % 4 === 3 ? 7 : numbered.data[Math.floor(i / 4) * 3 + (i % 4)]!,
      ),
    }
    expect([...warpImage(numbered, [1, 0, 0, 0, 1, 0], 4, 4).data]).toEqual([...numbered.data])
    expect([...warpImage(rgba, [1, 0, 0, 0, 1, 0], 4, 4).data]).toEqual([...numbered.data])
  })

  it('Warping to half the size averages each square of four, and half a pixel is read between two', () => {
    expect(pixel(cropBox(numbered, { left: 0, top: 0, right: 4, bottom: 4 }, 2, 2), 1, 0)).toEqual([25, 5, 0])
    expect(pixel(warpImage(numbered, [1, 0, 0.5, 0, 1, 0], 1, 1), 0, 0)).toEqual([5, 0, 0])
  })

  it('anything outside the picture has the fill colour', () => {
    expect(pixel(warpImage(numbered, [1, 0, -3, 0, 1, 0], 4, 4, { fill: 127 }), 0, 0)).toEqual([127, 127, 127])
    expect(pixel(warpImage(numbered, [1, 0, -3, 0, 1, 0], 4, 4, { fill: 127 }), 3, 2)).toEqual([0, 20, 0])
  })
})

describe('fitting a similarity', () => {
  it('a quarter turn, doubled and moved, is found again from three points', () => {
    const from = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 0, y: 3 },
    ]
    const to = from.map(({ x, y }) => ({ x: -2 * y + 10, y: 2 * x + 20 }))
    for (const [i, value] of [0, -2, 10, 2, 0, 20].entries()) expect(fitSimilarity(from, to)[i]).toBeCloseTo(value, 9)
  })
})

describe('head pose', () => {
  const head = [
    [30, 0, 0, 0],
    [8, 0, -330, -91],
    [36, -225, 170, -189],
    [45, 225, 170, -189],
    [48, -150, -150, -175],
    [54, 150, -150, -175],
    [39, -75, 165, -175],
    [42, 75, 165, -175],
  ] as const
  /** The generic head seen from afar after a turn about the upright axis and then about the line of sight. */
  function seen(yawDegrees: number, rollDegrees: number): Float32Array {
    const points = new Float32Array(136)
    const yaw = (yawDegrees * Math.PI) / 180
    const roll = (rollDegrees * Math.PI) / 180
    for (const [index, x, y, z] of head) {
      const turned = x * Math.cos(yaw) + z * Math.sin(yaw)
      points[2 * index] = 300 + 0.5 * (turned * Math.cos(roll) - y * Math.sin(roll))
      points[2 * index + 1] = 300 - 0.5 * (y * Math.cos(roll) + turned * Math.sin(roll))
    }
    return points
  }

  it.each([
    [0, 0],
    [20, 0],
    [-35, 0],
    [0, 15],
    [0, -20],
  ])('a head turned by %d and leaning by %d is measured so', (yaw, roll) => {
    const pose = headPose(seen(yaw, roll))
    expect(pose.yaw).toBeCloseTo(yaw, 3)
    expect(pose.roll).toBeCloseTo(roll, 3)
    expect(pose.pitch).toBeCloseTo(0, 3)
  })
})

describe('detections', () => {
  const at = (left: number, certainty: number) => ({ box: { left, top: 0, right: left + 100, bottom: 100 }, certainty })

  it('of two boxes on one face the surer one stays, and so does a face beside it', () => {
    expect(keepBest([at(10, 0.8), at(0, 0.9), at(150, 0.7)]).map((face) => face.certainty)).toEqual([0.9, 0.7])
  })

  it('overlap is 0 apart, a third for a half shift, 1 for the same', () => {
    expect(overlap(at(0, 1).box, at(200, 1).box)).toBe(0)
    expect(overlap(at(0, 1).box, at(50, 1).box)).toBeCloseTo(1 / 3)
    expect(overlap(at(0, 1).box, at(0, 1).box)).toBe(1)
  })

  it('the square round a box keeps its middle and takes its height', () => {
    expect(squareAround({ left: 10, top: 0, right: 20, bottom: 40 }, 2)).toEqual({
      left: -25,
      top: -20,
      right: 55,
      bottom: 60,
    })
  })
})
