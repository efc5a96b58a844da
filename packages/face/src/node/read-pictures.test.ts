import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { PixelImage } from '../core/pixel-image.ts'
import { photograph } from '../test/alter-photograph.ts'
import { bombs } from '../test/bombs.ts'
import { writeHeic } from '../test/heic/write-heic.ts'
import { decodeImage, resizeToJpegs } from './decode-image.ts'
import { openLibheif } from './heic/open-libheif.ts'

const pixelsOf = async (file: Buffer): Promise<PixelImage> => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 }
}
const flat = (width: number, height = width): PixelImage => ({
  data: Buffer.alloc(width * height * 3, 130),
  width,
  height,
  channels: 3,
})
/** Four quarters: red and green above, blue and yellow below, wider than tall. */
const quarters = async (width = 192, height = 128) => {
  const colours = ['#d02020', '#20a040', '#2050d0', '#e0c020']
  const rects = colours.map(
    (fill, i) => `<rect x="${(i % 2) * 96}" y="${i > 1 ? 64 : 0}" width="96" height="64" fill="${fill}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="128">${rects.join('')}</svg>`
  return sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).removeAlpha().png().toBuffer()
}
const names = ['red', 'green', 'blue', 'yellow'] as const
/** The colours of the quarters from left to right, from the top. */
function seen({ data, width, height }: PixelImage): string {
  const at = (x: number, y: number) => {
    const p = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    const [red, green, blue] = [data[p]!, data[p + 1]!, data[p + 2]!]
    return names[blue > 150 ? 2 : red > 150 ? (green > 120 ? 3 : 0) : 1]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(' ')
}
const upright = 'red green blue yellow'

/** The mean difference of two pictures of one size, in steps of 255. */
function differenceOf(a: PixelImage, b: PixelImage): number {
  expect([a.width, a.height]).toEqual([b.width, b.height])
  let sum = 0
  for (const [place, value] of a.data.entries()) sum += Math.abs(value - b.data[place]!)
  return sum / a.data.length
}

describe('the reader of HEIC', () => {
  it('The reader of HEIC is loaded by the first HEIC, and by no other picture', async () => {
    const { cache } = createRequire(import.meta.url)
    const isLoaded = () => Object.keys(cache).some((path) => path.includes('libheif'))
    await decodeImage(await photograph('cage.jpg'))
    await decodeImage(
      await sharp(await quarters())
        .avif({ effort: 0 })
        .toBuffer(),
    )
    expect(isLoaded()).toBe(false)
    await decodeImage(writeHeic(flat(16)))
    expect(isLoaded()).toBe(true)
  })

  it('Every picture has a reader of its own, whose memory ends at 512 MB', async () => {
    const [one, other] = [await openLibheif(), await openLibheif()]
    expect(one.HEAPU8.buffer).not.toBe(other.HEAPU8.buffer)
    expect(one._malloc(400 * 1024 ** 2)).toBeGreaterThan(0)
    expect(one._malloc(200 * 1024 ** 2)).toBe(0)
  })
})

describe('[MAN-08] the formats that are read', () => {
  it('[D12] A photograph is the same picture as JPEG, PNG, WebP, AVIF and HEIC', async () => {
    const png = await sharp(await photograph('cage.jpg'))
      .png()
      .toBuffer()
    const original = await pixelsOf(png)
    const made = {
      jpeg: await sharp(png).jpeg({ quality: 95 }).toBuffer(),
      png,
      webp: await sharp(png).webp({ quality: 95 }).toBuffer(),
      avif: await sharp(png).avif({ quality: 80, effort: 0 }).toBuffer(),
      heic: writeHeic(original),
      'heic as phones name it': writeHeic(original, { brands: ['mif1', 'mif1', 'heic'] }),
    }
    for (const [name, bytes] of Object.entries(made))
      expect(differenceOf(await decodeImage(bytes), original), name).toBeLessThan(4)
  })

  it('A HEIC that an encoder compressed (x265, by libheif) is read', async () => {
    const file = await readFile(new URL('../test/heic/four-quarters.heic', import.meta.url))
    const image = await decodeImage(file)
    expect([image.width, image.height]).toEqual([192, 128])
    expect(seen(image)).toBe(upright)
    const [small] = await resizeToJpegs(file, [96])
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 64 })
  })

  it('A GIF, a TIFF, an SVG and a PDF are not read, whatever their name says', async () => {
    const png = await quarters()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const others = [await sharp(png).gif().toBuffer(), await sharp(png).tiff().toBuffer(), svg, '%PDF-1.7', '']
    for (const file of others)
      await expect(decodeImage(Buffer.from(file))).rejects.toMatchObject({ code: 'image.unreadable' })
  })
})

describe('[MAN-08] HEIC as phones write it', () => {
  it('A HEIC comes out as the file says: turned, mirrored, as a grid of tiles, and both at once', async () => {
    const image = await pixelsOf(await quarters())
    const views = {
      '0': upright,
      '1': 'green yellow red blue',
      '2': 'yellow blue green red',
      '3': 'blue red yellow green',
    }
    // Tiles that divide the picture, and tiles that reach beyond its edge, which a turn brings to the other side.
    for (const tile of [undefined, 64, 80])
      for (const turns of [0, 1, 2, 3] as const) {
        const read = await decodeImage(writeHeic(image, { turns, ...(tile && { tile }) }))
        expect([read.width, read.height]).toEqual(turns % 2 ? [128, 192] : [192, 128])
        expect(seen(read), `tile ${tile}, ${turns} turns`).toBe(views[turns])
      }
    expect(seen(await decodeImage(writeHeic(image, { isMirrored: true })))).toBe('green red yellow blue')
    expect(seen(await decodeImage(writeHeic(image, { turns: 1, isMirrored: true, tile: 80 })))).toBe(
      'yellow green blue red',
    )
  })

  it('A turned grid of tiles is the same picture as the whole one', async () => {
    const photo = await pixelsOf(await photograph('cage.jpg'))
    const [whole, tiled] = await Promise.all(
      [{}, { tile: 128 }].map((how) => decodeImage(writeHeic(photo, { ...how, turns: 3 }))),
    )
    expect(differenceOf(tiled!, whole!)).toBeLessThan(1)
  })

  it('The main one of several pictures in one HEIC is taken', async () => {
    const image = await pixelsOf(await quarters())
    const read = await decodeImage(writeHeic(image, { before: [flat(64), flat(96)] }))
    expect(seen(read)).toBe(upright)
  })

  it('The colours of a HEIC with a profile become sRGB, as of a JPEG with it', async () => {
    const wide = await sharp(await quarters())
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const { icc } = await sharp(wide).metadata()
    const { data, info } = await sharp(wide, { ignoreIcc: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const image = { data, width: info.width, height: info.height, channels: 3 as const }
    const read = await decodeImage(writeHeic(image, { profile: icc! }))
    expect(differenceOf(read, await decodeImage(wide))).toBeLessThan(3)
    expect(differenceOf(await decodeImage(writeHeic(image)), read)).toBeGreaterThan(5)
  })
})

describe('[MAN-08] photographs of 48 megapixels', () => {
  it('[D12] A JPEG and a HEIC of 48 megapixels are read, shrunk', async () => {
    const large = await sharp(await quarters(8064, 6048))
      .jpeg()
      .toBuffer()
    const tiles = writeHeic(flat(512), { tile: 512, isRepeated: true, said: { width: 8064, height: 6048 }, turns: 1 })
    const jpeg = await decodeImage(large)
    expect(jpeg).toMatchObject({ width: 1600, height: 1200, originalWidth: 8064, originalHeight: 6048, scale: 5.04 })
    expect(seen(jpeg)).toBe(upright)
    expect(await decodeImage(tiles)).toMatchObject({ width: 1200, height: 1600, originalWidth: 6048, scale: 5.04 })
  })

  it('[D12] A JPEG without its last two bytes is read; one that lost more is not', async () => {
    const plain = await photograph('cage.jpg')
    for (const file of [plain, await sharp(plain).jpeg({ progressive: true }).toBuffer()]) {
      const whole = await decodeImage(file)
      for (const lost of [1, 2])
        expect(differenceOf(await decodeImage(file.subarray(0, -lost)), whole), `${lost} lost`).toBe(0)
      expect(await decodeImage(Buffer.concat([file, Buffer.from('appended')]))).toMatchObject({ width: 500 })
      for (const left of [file.length - 3, file.length - 200, file.length >> 1, 2000, 4])
        await expect(decodeImage(file.subarray(0, left)), `${left} left`).rejects.toMatchObject({
          code: 'image.unreadable',
        })
    }
  })

  it('A JPEG with its end is read whatever comes behind it, even where bytes stray before a marker', async () => {
    const plain = await photograph('cage.jpg')
    const preview = await sharp(plain).resize(64).jpeg().toBuffer()
    const tails = {
      film: Buffer.from('\u0000\u0000\u0000\u0018ftypmp42 a film of the moment'),
      zeros: Buffer.alloc(300),
      'another picture': Buffer.concat([preview, Buffer.from('and more')]),
    }
    for (const file of [plain, await sharp(plain).jpeg({ progressive: true }).toBuffer()]) {
      const scan = file.lastIndexOf(Buffer.from([0xff, 0xda]))
      const strayed = Buffer.concat([file.subarray(0, scan), Buffer.alloc(2), file.subarray(scan)])
      const whole = await decodeImage(file)
      for (const [name, tail] of Object.entries(tails)) {
        expect(differenceOf(await decodeImage(Buffer.concat([strayed, tail])), whole), name).toBe(0)
        const cut = Buffer.concat([file.subarray(0, file.length - 200), tail])
        await expect(decodeImage(cut), `${name} behind a cut one`).rejects.toMatchObject({ code: 'image.unreadable' })
      }
    }
  })

  it('The end of the preview inside a JPEG is not its own', async () => {
    const preview = await sharp(await photograph('cage.jpg'))
      .resize(64)
      .jpeg()
      .toBuffer()
    const segment = Buffer.concat([
      Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 255]),
      preview,
    ])
    const plain = await photograph('cage.jpg')
    const file = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)])
    expect(await decodeImage(file.subarray(0, -2))).toMatchObject({ width: 500 })
    await expect(decodeImage(file.subarray(0, -200))).rejects.toMatchObject({ code: 'image.unreadable' })
  })
})

describe('files made to harm', () => {
  it.each(Object.entries(bombs))('%s is refused before it takes memory', async (_, make) => {
    const bytes = await make()
    expect(bytes.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    await expect(decodeImage(bytes)).rejects.toMatchObject({ code: expect.stringMatching(/^image\./) })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it('Of an animation with ten thousand frames the first is read', async () => {
    const frame = await sharp(await quarters())
      .png()
      .toBuffer()
    const { data } = await pixelsOf(frame).then(({ data }) => ({ data: Buffer.from(data) }))
    const strip = Buffer.concat(Array.from({ length: 100 }, (_, i) => (i === 0 ? data : Buffer.alloc(data.length, i))))
    const webp = await sharp(strip, { raw: { width: 192, height: 12_800, channels: 3, pageHeight: 128 } })
      .webp({ effort: 0, loop: 1 })
      .toBuffer()
    const many = repeatFrames(webp, 10_000)
    expect((await sharp(many).metadata()).pages).toBeGreaterThan(9_900)
    const image = await decodeImage(many)
    expect([image.width, image.height, seen(image)]).toEqual([192, 128, upright])
  })

  it('A damaged HEIC is refused or read, and the next one is read as ever', async () => {
    const good = writeHeic(await pixelsOf(await quarters()), { tile: 64, turns: 1 })
    let seed = 7
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 150; round++) {
      const bad = Buffer.from(good)
      for (let i = 0; i <= round % 20; i++) bad[next(i % 3 ? 1_500 : bad.length)] = next(256)
      const outcome = await decodeImage(round % 10 ? bad : good.subarray(0, next(good.length))).catch((error) => error)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: expect.stringMatching(/^image\./) })
      else expect(outcome.width).toBeLessThanOrEqual(1600)
    }
    expect(seen(await decodeImage(good))).toBe('green yellow red blue')
  })

  it('A photograph with another file behind or inside it stays a photograph without it', async () => {
    const secret = Buffer.from('PK\u0003\u0004 <script>alert(1)</script>')
    const jpeg = await sharp(await quarters())
      .withExif({ IFD0: { ImageDescription: secret.toString() } })
      .jpeg()
      .toBuffer()
    const [kept] = await resizeToJpegs(Buffer.concat([jpeg, secret]), [96])
    expect(Buffer.from(kept!).includes('script')).toBe(false)
    expect(Buffer.from(kept!).includes('PK')).toBe(false)
  })
})

/** A WebP whose frames are repeated until there are so many. */
function repeatFrames(webp: Buffer, count: number): Buffer {
  const first = webp.indexOf('ANMF')
  const second = webp.indexOf('ANMF', first + 4)
  const frame = webp.subarray(second, webp.indexOf('ANMF', second + 4))
  const body = Buffer.concat([webp.subarray(8), ...Array.from({ length: count - 100 }, () => frame)])
  const head = Buffer.from(webp.subarray(0, 8))
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
