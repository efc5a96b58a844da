import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photograph } from '../test/alter-photograph.ts'
import { avifThatLies, bombs, jpegInScans, pngBomb, pngWithPacked } from '../test/bombs.ts'
import { heicOf } from '../test/heic/heic-of.ts'
import { writeHeic } from '../test/heic/write-heic.ts'
import { decodingBytes, decodingLimit } from './decoding-memory.ts'
import { createFacePool, type FacePool } from './face-pool.ts'
import { ensureModels } from './fetch-models.ts'

/*
 * Pictures as a stranger sends them who means harm, and rare ones as honest people do: each is refused with its reason or is the right
 * picture, and the pool goes on within its memory.
 */

const megabyte = 1024 ** 2
let modelsFolder: string
let pool: FacePool
let portrait: Buffer
let usual: Float32Array
beforeAll(async () => {
  modelsFolder = await ensureModels()
  pool = createFacePool({ modelsFolder, workers: 1, jobTimeoutMs: 60_000 })
  portrait = await photograph('cage.jpg')
  usual = (await embeddingOf(portrait))!
})
afterAll(() => pool.close())

const embeddingOf = async (bytes: Uint8Array) => (await pool.embed(bytes, undefined)).embedding
const alike = (a: Float32Array, b: Float32Array | null) => (b ? a.reduce((sum, one, i) => sum + one * b[i]!, 0) : -1)
const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#789' } })
const flat = (side: number) => ({
  data: Buffer.alloc(side * side * 3, 130),
  width: side,
  height: side,
  channels: 3 as const,
})

/** The most memory that this process takes beyond what it has now, while something is done. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return most - before
}

describe('[MAN-08] rare pictures of honest people', () => {
  /** The photograph lying so that a reader who follows its EXIF sees it upright. */
  const lying = (orientation: number, turn: number) =>
    sharp(portrait).flop().rotate(turn).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()

  it.each<[string, () => Promise<Buffer>]>([
    ['mirrored and lying, EXIF 5', () => lying(5, 270)],
    ['mirrored and lying, EXIF 7', () => lying(7, 90)],
    [
      'a JPEG in the four colours of printing',
      () => sharp(portrait).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    ],
    ['a PNG of 16 bits a colour', () => sharp(portrait).toColourspace('rgb16').png().toBuffer()],
    ['an interlaced PNG', () => sharp(portrait).png({ progressive: true }).toBuffer()],
    ['a progressive JPEG', () => sharp(portrait).jpeg({ progressive: true, quality: 95 }).toBuffer()],
    [
      'an animated WebP',
      async () =>
        sharp([portrait, portrait, portrait], { join: { animated: true } })
          .webp({ quality: 95, loop: 0 })
          .toBuffer(),
    ],
  ])('the face is the same one in %s', async (_, make) => {
    expect(alike(usual, await embeddingOf(await make()))).toBeGreaterThan(0.95)
  })

  it('the face is the same one in a HEIC of a thousand tiles', async () => {
    const tile = 16
    const { width, height } = await sharp(portrait).metadata()
    const tiles = Math.ceil(width / tile) * Math.ceil(height / tile)
    expect(tiles).toBeGreaterThan(1_000)
    expect(alike(usual, await embeddingOf(await heicOf(portrait, { tile })))).toBeGreaterThan(0.95)
  })
})

describe('pictures of strangers who mean harm', () => {
  const cases: Record<string, () => Promise<Buffer> | Buffer> = {
    'a PNG of 900 megapixels, one bit each': () => pngBomb(30_000),
    'an AVIF whose stream is larger than its container says': () => avifThatLies(4_000),
    'a PNG whose colour profile is 400 MB once it is unpacked': async () =>
      pngWithPacked(await plain(64).png().toBuffer(), 'iCCP', 400),
    'a PNG with a text that is 400 MB once it is unpacked': async () =>
      pngWithPacked(await plain(64).png().toBuffer(), 'zTXt', 400),
    'a progressive JPEG that is cut in the middle': async () => {
      const whole = await sharp(portrait).jpeg({ progressive: true }).toBuffer()
      return whole.subarray(0, whole.length >> 1)
    },
    'an AVIF that says it is a film of four thousand million frames': async () => {
      const avif = await plain(64).avif({ effort: 0 }).toBuffer()
      const said = Buffer.from(avif)
      said.write('avis', 8)
      const sizes = Buffer.alloc(20)
      sizes.writeUInt32BE(20, 0)
      sizes.write('stsz', 4)
      sizes.writeUInt32BE(1_000, 12)
      sizes.writeUInt32BE(0xffff_ffff, 16)
      return Buffer.concat([said, nested(['moov', 'trak', 'mdia', 'minf', 'stbl'], sizes)])
    },
  }

  it.each(Object.entries(cases))('%s takes no memory, and the next picture is read as ever', async (_, make) => {
    const bytes = await make()
    const peak = await peakOf(async () => {
      // Read or refused: some readers show a film's first picture.
      const failure = await pool.resize(bytes, [96]).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure) expect(failure).toMatchObject({ code: expect.stringMatching(/^image\./) })
    })
    expect(peak).toBeLessThan(100 * megabyte)
    expect(alike(usual, await embeddingOf(portrait))).toBeGreaterThan(0.999)
  })
})

/** A box inside a box inside a box. */
function nested(types: readonly string[], content: Buffer): Buffer {
  return types.toReversed().reduce((inner, type) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(inner.length + 8, 0)
    head.write(type, 4)
    return Buffer.concat([head, inner])
  }, content)
}

describe('the memory of all pictures that are decoded at once', () => {
  it('each kind is expected to take what its decoder may need, by its first bytes', async () => {
    const make = {
      small: await plain(64).jpeg().toBuffer(),
      baseline: await plain(5_000).jpeg().toBuffer(),
      scans: jpegInScans(4_000),
      progressive: await plain(5_000).jpeg({ progressive: true }).toBuffer(),
      png: await plain(4_000).png().toBuffer(),
      png16: await plain(4_000).toColourspace('rgb16').png().toBuffer(),
      webp: await plain(4_000).webp({ effort: 0 }).toBuffer(),
      lossless: await plain(4_000).webp({ lossless: true, effort: 0 }).toBuffer(),
      transparent: await sharp({ create: { width: 4_000, height: 4_000, channels: 4, background: '#7898' } })
        .webp({ effort: 0 })
        .toBuffer(),
      avif: await plain(2_000).avif({ effort: 0 }).toBuffer(),
      heic: writeHeic(flat(64)),
      damaged: Buffer.from('89504e470d0a1a0a00', 'hex'),
      nothing: Buffer.from('no picture'),
    }
    const expected = Object.fromEntries(
      Object.entries(make).map(([name, bytes]) => [name, Math.round(decodingBytes(bytes) / megabyte)]),
    )
    expect(expected).toEqual({
      small: 32,
      baseline: 32,
      scans: 32 + 92,
      progressive: 32 + 72,
      png: 32 + 46,
      png16: 32 + 92,
      webp: 32 + 122,
      lossless: 32 + 122,
      transparent: 32 + 122,
      avif: 32 + 76,
      heic: 32 + 512,
      damaged: 32 + 512,
      nothing: 0,
    })
    expect(decodingLimit()).toBeGreaterThanOrEqual(640 * megabyte)
  })

  const seeThrough = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#7898' } })
  it.each<[string, () => Promise<Buffer>]>([
    ['an AVIF', () => plain(2_500).avif({ effort: 0 }).toBuffer()],
    [
      'an AVIF with all colours of each pixel, and transparent',
      () => seeThrough(2_500).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['a WebP without loss, and transparent', () => seeThrough(3_500).webp({ lossless: true, effort: 0 }).toBuffer()],
    [
      'an interlaced PNG of 16 bits',
      () => seeThrough(3_000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    ],
    [
      'a progressive JPEG with all colours of each pixel',
      () => plain(4_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
  ])('%s takes no more than is expected of it', async (_, make) => {
    const bytes = await make()
    expect(await peakOf(() => pool.resize(bytes, [96]))).toBeLessThan(decodingBytes(bytes) + 32 * megabyte)
  })

  it('a JPEG whose colours come one after the other takes what is expected of it, and is read', async () => {
    const bytes = jpegInScans(8_000)
    expect(bytes.length).toBeLessThan(megabyte)
    const peak = await peakOf(() => pool.resize(bytes, [96]))
    expect(peak).toBeGreaterThan(200 * megabyte)
    expect(peak).toBeLessThan(decodingBytes(bytes) + 32 * megabyte)
  })

  it('a picture that says it is too large is refused at once, and keeps no place in the queue', async () => {
    const narrow = createFacePool({ modelsFolder, workers: 1, jobTimeoutMs: 30_000, queueLimit: 2 })
    try {
      const busy = [narrow.resize(portrait, [96]), narrow.resize(portrait, [96])]
      await Promise.all(
        Object.entries(bombs)
          .filter(([name]) => !name.includes('HEIC'))
          .map(async ([name, make]) =>
            expect(narrow.resize(await make(), [96]), name).rejects.toMatchObject({ code: 'image.too-large' }),
          ),
      )
      await Promise.all(busy)
    } finally {
      await narrow.close()
    }
  })

  it('a large picture has its turn although small ones come without end', async () => {
    const tight = createFacePool({ modelsFolder, workers: 2, jobTimeoutMs: 8_000, decodingMemory: 70 * megabyte })
    let isOver = false
    const come = async () => {
      while (!isOver) await tight.resize(portrait, [96])
    }
    try {
      await Promise.all([tight.embed(portrait, undefined), tight.embed(portrait, undefined)])
      const large = await plain(4_000).png().toBuffer()
      const coming = Array.from({ length: 4 }, come)
      const [picture] = await tight.resize(large, [96]).finally(() => (isOver = true))
      expect((await sharp(picture).metadata()).width).toBe(96)
      await Promise.all(coming)
    } finally {
      await tight.close()
    }
  })

  it('[MAN-08] several large pictures at once take no more than the limit, one after the other, and all are read', async () => {
    const large = await plain(4_900).avif({ effort: 0 }).toBuffer()
    const bounded = createFacePool({ modelsFolder, workers: 4, jobTimeoutMs: 120_000, decodingMemory: 640 * megabyte })
    try {
      // All four threads have started and worked.
      await Promise.all(Array.from({ length: 8 }, () => bounded.embed(portrait, undefined)))
      const one = await peakOf(() => bounded.resize(large, [96]))
      const several = await peakOf(() => Promise.all(Array.from({ length: 4 }, () => bounded.resize(large, [96]))))
      expect(one).toBeGreaterThan(200 * megabyte)
      expect(several).toBeLessThan(one + 300 * megabyte)
    } finally {
      await bounded.close()
    }
  })

  it('a picture for which there is no memory waits, a small one behind it does not, and it is refused as busy after a while', async () => {
    const tight = createFacePool({ modelsFolder, workers: 2, jobTimeoutMs: 2_000, decodingMemory: 600 * megabyte })
    try {
      await Promise.all([tight.embed(portrait, undefined), tight.embed(portrait, undefined)])
      const slow = await plain(4_900).avif({ effort: 0 }).toBuffer()
      // Encoded again and again: it is at work until its time is over.
      const sides = Array.from({ length: 400 }, (_, i) => 1_000 + i)
      const first = tight.resize(slow, sides)
      const second = tight.resize(slow, [96])
      const done: string[] = []
      const small = tight.resize(portrait, [96]).then(() => done.push('small'))
      const end = (name: string) => (error: unknown) => {
        done.push(name)
        return error
      }
      const failures = await Promise.all([first.catch(end('first')), second.catch(end('second')), small])
      expect(done[0]).toBe('small')
      expect(failures.slice(0, 2)).toMatchObject([{ code: 'face.timed-out' }, { code: 'face.busy' }])
    } finally {
      await tight.close()
    }
  })
})
