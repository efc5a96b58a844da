import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PortraitCheckName } from '../core/check-portrait.ts'
import { cosineOf } from '../core/compare-embeddings.ts'
import { landmark } from '../core/face-landmarks.ts'
import { altered, drawnOver, photograph, sideBySide } from '../test/alter-photograph.ts'
import type { CheckedPortrait } from './face-jobs.ts'
import type { FacePool } from './face-pool.ts'
import { createFacePool } from './face-pool.ts'
import { ensureModels } from './fetch-models.ts'

const portrait = 'bieber_small.jpg'
let pool: FacePool
let clean: CheckedPortrait

beforeAll(async () => {
  pool = createFacePool({ modelsFolder: await ensureModels() })
  clean = await pool.checkPortrait(await photograph(portrait), 'high')
})
afterAll(() => pool.close())

const failed = (report: CheckedPortrait): PortraitCheckName[] =>
  report.checks.filter((check) => !check.passed).map((check) => check.check)

/** The portrait shrunk until its face has this many pixels. */
const shrunkTo = (pixels: number) =>
  altered(portrait, (image) => image.resize({ width: Math.round((clean.width * pixels) / clean.face!.quality.size) }))

/** The lower half of the face under a mask, drawn along the jaw to the nose. */
function masked(): Promise<Buffer> {
  const outline = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 28].map((index) => {
    const { x, y } = landmark(clean.face!.landmarks, index)
    return `${x},${y}`
  })
  return drawnOver(portrait, `<polygon fill="#d0dce4" points="${outline.join(' ')}"/>`)
}

describe('portrait checks', () => {
  it('A portrait is described together with its mirror image: both are the same face', async () => {
    const mirrored = await pool.checkPortrait(await altered(portrait, (image) => image.flop()), 'high')
    const asSeen = (await pool.analyse(await photograph(portrait))).main!.embedding
    const inMirror = (await pool.analyse(await altered(portrait, (image) => image.flop()))).main!.embedding
    const both = cosineOf(clean.face!.embedding, mirrored.face!.embedding)
    expect(both).toBeGreaterThan(cosineOf(asSeen, inMirror))
    expect(both).toBeGreaterThan(0.99)
    expect(cosineOf(clean.face!.embedding, asSeen)).toBeLessThan(0.9999)
  })

  it('[MAN-08] a good portrait passes every check, each with its value and limit', () => {
    expect(clean.passed).toBe(true)
    expect(clean.checks.map((check) => check.check)).toEqual([
      'count',
      'size',
      'angle',
      'brightness',
      'blur',
      'mouth',
      'occlusion',
    ] satisfies PortraitCheckName[])
    expect(clean.checks[1]).toMatchObject({ signal: 'size', limit: 100, bound: 'at-least', passed: true })
    expect(clean.face?.embedding).toHaveLength(512)
    expect(clean.face?.landmarks).toHaveLength(136)
  })

  const alterations: [PortraitCheckName, string, () => Promise<Buffer>][] = [
    ['count', 'with a second person beside', () => sideBySide(portrait, 'cage.jpg')],
    ['size', 'with a face of 95 px', () => shrunkTo(95)],
    ['angle', 'turned by 30 degrees', () => altered(portrait, (image) => image.rotate(-30, { background: '#888' }))],
    ['brightness', 'with a quarter of the light', () => altered(portrait, (image) => image.linear(0.25, 0))],
    ['brightness', 'with 2.2 times the light', () => altered(portrait, (image) => image.linear(2.2, 0))],
    ['blur', 'out of focus', () => altered(portrait, (image) => image.blur(4))],
    ['mouth', 'laughing with open mouth', () => photograph('franck_04117.jpg')],
    ['occlusion', 'behind a mask', masked],
    ['occlusion', 'in real sunglasses', () => photograph('terminator_crop.jpg')],
  ]
  it.each(alterations)('[MAN-08] %s and nothing else refuses a portrait %s', async (check, _how, make) => {
    const report = await pool.checkPortrait(await make(), 'high')
    expect(failed(report)).toEqual([check])
    expect(report.passed).toBe(false)
  })

  it('[MAN-08] quality level low asks only for one face of 100 px', async () => {
    const dark = await altered(portrait, (image) => image.linear(0.25, 0))
    expect(await pool.checkPortrait(dark, 'low')).toMatchObject({ passed: true })
    const small = await pool.checkPortrait(await shrunkTo(80), 'low')
    expect(failed(small)).toEqual(['size'])
    expect(small.checks[1]?.value).toBeCloseTo(80, 0)
    expect(failed(await pool.checkPortrait(await sideBySide(portrait, 'cage.jpg'), 'low'))).toEqual(['count'])
  })

  it('[MAN-08] a picture without a face is refused by its count of 0', async () => {
    const report = await pool.checkPortrait(await photograph('ironman.jpg'), 'low')
    expect(report).toMatchObject({ passed: false, checks: [{ check: 'count', value: 0, limit: 1, passed: false }] })
    expect(report.face).toBeUndefined()
  })

  it('a face in a large photograph is measured in the photograph’s own pixels', async () => {
    const large = await altered(portrait, (image) =>
      image.resize({ width: 500 }).extend({ left: 1500, right: 2000, top: 1000, bottom: 1400, background: '#778' }),
    )
    const report = await pool.checkPortrait(large, 'low')
    expect([report.width, report.height]).toEqual([4000, 2970])
    expect(report.face?.quality.size).toBeGreaterThan(240)
    expect(report.face?.box.left).toBeGreaterThan(1500)
    expect(report.passed).toBe(true)
  })

  it('a photograph stored on its side is turned upright by its EXIF', async () => {
    const turned = await altered(portrait, (image) => image.rotate(-90).withMetadata({ orientation: 6 }))
    const report = await pool.checkPortrait(turned, 'high')
    expect(report.passed).toBe(true)
    expect([report.width, report.height]).toEqual([clean.width, clean.height])
  })
})
