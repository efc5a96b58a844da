import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { photograph } from '../test/alter-photograph.ts'
import { bombs, pngBomb } from '../test/bombs.ts'
import { heicOf } from '../test/heic/heic-of.ts'
import type { FacePool, FacePoolOptions } from './face-pool.ts'
import { createFacePool } from './face-pool.ts'
import { ensureModels } from './fetch-models.ts'

let modelsFolder: string
let portrait: Buffer
const pools: FacePool[] = []

beforeAll(async () => {
  modelsFolder = await ensureModels()
  portrait = await photograph('cage.jpg')
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function startPool(options: Partial<FacePoolOptions> = {}): FacePool {
  const pool = createFacePool({ modelsFolder, workers: 1, ...options })
  pools.push(pool)
  return pool
}

describe('bad pictures', () => {
  it('a decompression bomb is refused from its header', async () => {
    const bytes = pngBomb(20_000)
    expect(bytes.length).toBeLessThan(100_000)
    await expect(startPool().checkPortrait(bytes, 'low')).rejects.toMatchObject({ code: 'image.too-large' })
  })

  it('A file that is no picture, is cut off, or is of another kind is unreadable, and the pool continues', async () => {
    const pool = startPool()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-1.7'), portrait.subarray(0, 9000), svg, gif]) {
      await expect(pool.checkPortrait(bytes, 'low')).rejects.toMatchObject({ code: 'image.unreadable' })
      await expect(pool.resize(bytes, [96])).rejects.toMatchObject({ code: 'image.unreadable' })
    }
    await expect(pool.analyse(Buffer.alloc(21 * 1024 * 1024))).rejects.toMatchObject({ code: 'image.too-large' })
    expect((await pool.checkPortrait(portrait, 'low')).passed).toBe(true)
  })

  it('Of a hundred pictures at once each is answered, bombs and cut ones among them, and the pool continues', async () => {
    const pool = startPool({ jobTimeoutMs: 60_000 })
    const heic = await heicOf(portrait)
    const harmful = await Promise.all(Object.values(bombs).map(async (make) => make()))
    const files = [...harmful, portrait.subarray(0, 9_000), heic.subarray(0, 90_000), heic, portrait]
    const asked = Array.from({ length: 100 }, (_, i) => pool.resize(files[i % files.length]!, [96]))
    const answers = await Promise.allSettled(asked)
    for (const [i, answer] of answers.entries()) {
      const isGood = i % files.length >= files.length - 2
      expect(answer.status, `picture ${i}`).toBe(isGood ? 'fulfilled' : 'rejected')
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^image\./) })
    }
    expect((await pool.checkPortrait(heic, 'low')).passed).toBe(true)
  })

  it('a picture of one pixel has no face', async () => {
    const dot = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    expect((await startPool().analyse(dot)).faces).toEqual([])
  })
})

describe('face pool', () => {
  it('The face pool makes portraits and thumbnails of the asked size, without the metadata of the photograph', async () => {
    const tagged = await sharp(portrait)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .jpeg()
      .toBuffer()
    const pool = startPool()
    const [large, small] = await pool.resize(tagged, [500, 96])
    const { kept } = await pool.checkPortrait(tagged, 'low', 300)
    expect(await sharp(large).metadata()).toMatchObject({ format: 'jpeg', height: 500 })
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', height: 96 })
    expect((await sharp(large).metadata()).exif).toBeUndefined()
    expect(await sharp(kept?.jpeg).metadata()).toMatchObject({ format: 'jpeg', height: 300 })
    expect((await sharp(kept?.jpeg).metadata()).exif).toBeUndefined()
  })

  it('The face pool refuses at once more pictures than fit the queue, and takes those that fit', async () => {
    const pool = startPool({ queueLimit: 3 })
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => pool.resize(portrait, [96])))
    expect(results.map((result) => result.status).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(results.at(-1)).toMatchObject({ reason: { code: 'face.busy' } })
  })

  it('a picture that takes too long costs its worker, and the next picture gets a new one', async () => {
    const pool = startPool({ workers: 1, jobTimeoutMs: 400 })
    await untilFulfilled(() => pool.resize(portrait, [96])) // a first start may take longer than that
    const slow = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#789' } })
      .png()
      .toBuffer()
    const manySides = Array.from({ length: 40 }, (_, i) => 2000 + i)
    await expect(pool.resize(slow, manySides)).rejects.toMatchObject({ code: 'face.timed-out' })
    await untilFulfilled(() => pool.resize(portrait, [96]))
  })

  it('a worker that cannot start rejects its picture and is not started over and over', async () => {
    const pool = startPool({ modelsFolder: '/nowhere' })
    const results = await Promise.allSettled([pool.analyse(portrait), pool.analyse(portrait)])
    for (const result of results) expect(result).toMatchObject({ reason: { code: 'face.worker-failed' } })
  })

  it('Closing the face pool rejects the waiting pictures and every later one', async () => {
    const pool = startPool()
    const waiting = [pool.analyse(portrait), pool.analyse(portrait)].map((asked) =>
      expect(asked).rejects.toMatchObject({ code: 'face.closed' }),
    )
    await pool.close()
    await Promise.all(waiting)
    await expect(pool.analyse(portrait)).rejects.toMatchObject({ code: 'face.closed' })
  })
})

/** Asks again until it works; fails after 15 s. */
async function untilFulfilled(ask: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const failure: unknown = await ask().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (performance.now() > deadline) throw new Error('it never worked', { cause: failure })
  }
}
