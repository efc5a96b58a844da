import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPortrait, type PortraitCheckName } from '../core/check-portrait.ts'
import { cosineOf } from '../core/compare-embeddings.ts'
import type { PixelImage } from '../core/pixel-image.ts'
import { altered, drawnOver, photograph, sideBySide } from '../test/alter-photograph.ts'
import { cap, closedLids, mask, sunglasses } from '../test/draw-on-face.ts'
import { peopleOfPhotographs } from '../test/photographs.ts'
import { decodeImage } from './decode-image.ts'
import type { CheckedPortrait } from './face-jobs.ts'
import type { FacePool } from './face-pool.ts'
import { createFacePool } from './face-pool.ts'
import { ensureModels } from './fetch-models.ts'
import { loadFaceEngine } from './load-face-engine.ts'

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

const middleOfFace = ({ face }: CheckedPortrait): [number, number] => {
  const { left, right, top, bottom } = face!.box
  return [(left + right) / 2, (top + bottom) / 2]
}

/** The portrait shrunk until its face has this many pixels. */
const shrunkTo = (pixels: number) =>
  altered(portrait, (image) => image.resize({ width: Math.round((clean.width * pixels) / clean.face!.quality.size) }))

/** The portrait with a face of so many pixels, blurred. */
const blurred = (pixels: number, sigma: number) => async () => {
  const large = await altered(portrait, (image) =>
    image.resize({ width: Math.round((clean.width * pixels) / clean.face!.quality.size) }),
  )
  return sigma === 0 ? large : sharp(large).blur(sigma).png().toBuffer()
}

const masked = () => drawnOver(portrait, mask(clean.face!.landmarks))

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
      'eyes',
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
    ['brightness', 'with a quarter of the light', () => altered(portrait, (image) => image.linear(0.25, 0))],
    ['brightness', 'with 2.2 times the light', () => altered(portrait, (image) => image.linear(2.2, 0))],
    ['blur', 'out of focus', () => blurred(110, 4)()],
    ['mouth', 'laughing with open mouth', () => photograph('franck_04117.jpg')],
    ['occlusion', 'behind a mask', masked],
    ['eyes', 'with closed eyes', () => photograph('franck_04000.jpg')],
    [
      'eyes',
      'with drawn lids',
      async () => drawnOver(portrait, await closedLids(await photograph(portrait), clean.face!.landmarks)),
    ],
    ['eyes', 'in narrow sunglasses', () => drawnOver(portrait, sunglasses(clean.face!.landmarks, { size: 0.73 }))],
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

  it('[MAN-08] a photograph stored on its side is turned upright by its EXIF', async () => {
    const turned = await altered(portrait, (image) => image.rotate(-90).withMetadata({ orientation: 6 }))
    const report = await pool.checkPortrait(turned, 'high')
    expect(report.passed).toBe(true)
    expect([report.width, report.height]).toEqual([clean.width, clean.height])
    expect(report.turned).toBeUndefined()
  })

  it.each([90, 180, 270])(
    '[D10] [MAN-08] a photograph that lies by %i degrees is turned: its portrait stands upright, and only it is kept',
    async (degrees) => {
      const report = await pool.checkPortrait(await altered(portrait, (image) => image.rotate(degrees)), 'high', 800)
      expect(failed(report)).toEqual([])
      expect([report.width, report.height]).toEqual([clean.width, clean.height])
      expect(cosineOf(report.face!.embedding, clean.face!.embedding)).toBeGreaterThan(0.99)
      const [across, down] = middleOfFace(clean)
      const inUpload = {
        90: [clean.height - down, across],
        180: [clean.width - across, clean.height - down],
        270: [down, clean.width - across],
      }[degrees] ?? [0, 0]
      const [m, n, o, p, q, r] = report.turned!.matrix
      const [x = 0, y = 0] = inUpload
      const [foundAcross, foundDown] = middleOfFace(report)
      expect(Math.abs(m * x + o * y + q - foundAcross)).toBeLessThan(0.1 * clean.face!.quality.size)
      expect(Math.abs(n * x + p * y + r - foundDown)).toBeLessThan(0.1 * clean.face!.quality.size)
      const kept = await pool.checkPortrait(report.kept!.jpeg, 'high')
      expect([kept.passed, kept.turned]).toEqual([true, undefined])
      expect(kept.face!.box.top / clean.face!.box.top).toBeCloseTo(
        Math.min(1, 800 / Math.max(clean.width, clean.height)),
        0,
      )
    },
  )

  it.each([-40, -25, 25, 40])(
    '[D10] [MAN-08] a head that leans by %i degrees is turned upright instead of refused',
    async (degrees) => {
      const leaning = await altered('cage.jpg', (image) => image.rotate(degrees, { background: '#888' }))
      const report = await pool.checkPortrait(leaning, 'high', 800)
      expect(failed(report)).toEqual([])
      const kept = await pool.analyse(report.kept!.jpeg)
      expect(Math.abs(kept.main!.pose.roll)).toBeLessThan(6)
      const straight = await pool.checkPortrait(await photograph('cage.jpg'), 'high')
      expect(cosineOf(report.face!.embedding, straight.face!.embedding)).toBeGreaterThan(0.97)
    },
  )

  it('[D13] [MAN-08] a photograph that stands upright is looked at once: turning costs it nothing', async () => {
    const engine = await loadFaceEngine(await ensureModels())
    let looks = 0
    const counting = {
      ...engine,
      findFaces: (image: PixelImage) => {
        looks++
        return engine.findFaces(image)
      },
    }
    const looksAt = async (bytes: Buffer) => {
      looks = 0
      const { passed } = await checkPortrait(counting, await decodeImage(bytes), 'high')
      return { passed, looks }
    }
    expect(await looksAt(await photograph(portrait))).toEqual({ passed: true, looks: 1 })
    const lying = await looksAt(await altered(portrait, (image) => image.rotate(270)))
    expect(lying).toEqual({ passed: true, looks: 2 })
    await engine.release()
  })

  it('[MAN-08] a picture on its side that will not do is told of as it came', async () => {
    const lying = await sharp(await masked())
      .rotate(90)
      .png()
      .toBuffer()
    const report = await pool.checkPortrait(lying, 'high')
    expect(failed(report)).toContain('occlusion')
    expect([report.width, report.height]).toEqual([clean.height, clean.width])
    const { box } = clean.face!
    const middle = { x: clean.height - (box.top + box.bottom) / 2, y: (box.left + box.right) / 2 }
    const found = report.face!.box
    expect(Math.abs((found.left + found.right) / 2 - middle.x)).toBeLessThan(0.2 * (box.bottom - box.top))
    expect(Math.abs((found.top + found.bottom) / 2 - middle.y)).toBeLessThan(0.2 * (box.bottom - box.top))
  })

  it('[MAN-08] a face turned aside or down is refused by its angle, and named so', async () => {
    const aside = await pool.checkPortrait(await photograph('franck_02683.jpg'), 'high')
    expect(aside.checks.find(({ check }) => check === 'angle')?.signal).toMatch(/^(yaw|pitch)$/)
  })

  it.each([
    ['110 px, sharp', 110, 0, true],
    ['110 px at sigma 1', 110, 1, true],
    ['200 px at sigma 2', 200, 2, true],
    ['585 px at sigma 8', 585, 8, true],
    ['110 px at sigma 4', 110, 4, false],
    ['200 px at sigma 6', 200, 6, false],
    ['585 px at sigma 16', 585, 16, false],
  ])('[D11] [MAN-08] blur is judged by what it costs the recogniser: %s', async (_what, pixels, sigma, passes) => {
    const report = await pool.checkPortrait(await blurred(pixels, sigma)(), 'high')
    expect(failed(report)).toEqual(passes ? [] : ['blur'])
    const cosine = cosineOf(report.face!.embedding, clean.face!.embedding)
    if (passes) expect(cosine).toBeGreaterThan(0.95)
    else expect(cosine).toBeLessThan(0.9)
  })
})

describe('portraits of all people of the photographs', () => {
  /** Laughing with an open mouth, eyes closed, drawn by a program. */
  const poor = ['franck_04117.jpg', 'franck_03979.jpg', 'franck_04000.jpg', 'average.png', 'average2_crop.jpg']
  const files = Object.values(peopleOfPhotographs)
    .flat()
    .filter((file) => !poor.includes(file))

  it('[D8] [MAN-08] every clean photograph passes, and those with closed eyes are refused for it', async () => {
    const refused: string[] = []
    for (const file of files) {
      const report = await pool.checkPortrait(await photograph(file), 'high')
      if (!report.passed) refused.push(`${file}: ${failed(report).join(', ')}`)
    }
    expect(refused).toEqual([])
    for (const file of ['franck_03979.jpg', 'franck_04000.jpg'])
      expect(failed(await pool.checkPortrait(await photograph(file), 'high')), file).toContain('eyes')
  })

  const covers = [
    ['opaque sunglasses', 1, (_: string, landmarks: Float32Array) => sunglasses(landmarks)],
    ['narrow sunglasses', 0.9, (_: string, landmarks: Float32Array) => sunglasses(landmarks, { size: 0.73 })],
    ['closed lids', 1, async (file: string, landmarks: Float32Array) => closedLids(await photograph(file), landmarks)],
    ['a cap over the brows', 0.9, (_: string, landmarks: Float32Array) => cap(landmarks, { below: 0.2 })],
  ] as const
  it.each(covers)('[D8] [MAN-08] %s: refused on at least %d of the photographs', async (what, share, draw) => {
    // A picture that ends at the forehead has no place for a cap.
    const shown = what.includes('cap') ? files.filter((file) => !file.includes('_crop')) : files
    const passed: string[] = []
    for (const file of shown) {
      const { main } = await pool.analyse(await photograph(file), { liveness: false, eyes: false })
      const report = await pool.checkPortrait(await drawnOver(file, await draw(file, main!.landmarks)), 'high')
      if (report.passed) passed.push(file)
    }
    process.stdout.write(
      `${what}: ${shown.length - passed.length} of ${shown.length} refused; passed: ${passed.join(', ')}\n`,
    )
    expect(1 - passed.length / shown.length).toBeGreaterThanOrEqual(share)
  })
})
