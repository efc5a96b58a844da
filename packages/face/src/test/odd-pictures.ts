import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { bombs } from './bombs.ts'
import { heicOf } from './heic/heic-of.ts'
import { writeHeic } from './heic/write-heic.ts'

/**
 * The fate of an odd picture: it is `read` wherever a picture is taken, as a `photo` only where photographs are, `refused` everywhere. One
 * that is `large` is too large for anything but a photograph.
 */
type Fate = 'read' | 'photo' | 'large' | 'refused'

/** The pictures that strangers send, by what is odd about them, each made of a photograph or of nothing. */
export async function oddPictures(photograph: Buffer): Promise<readonly { name: string; fate: Fate; bytes: Buffer }[]> {
  const from = () => sharp(photograph)
  const jpeg = await from().jpeg().toBuffer()
  const png = await from().png().toBuffer()
  const webp = await from().webp().toBuffer()
  const avif = await from().avif({ effort: 0 }).toBuffer()
  const heic = Buffer.from(await heicOf(photograph))
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
  const { data, info } = await from().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { data, width: info.width, height: info.height, channels: 3 as const }
  const strip = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#789' } })
  const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="500">${inside}</svg>`)
  const made: Record<Fate, Record<string, Buffer>> = {
    read: {
      'a JPEG that lies mirrored, EXIF 5': await from().flop().rotate(270).withMetadata({ orientation: 5 }).toBuffer(),
      'a JPEG whose EXIF leads nowhere': changed(
        await from().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
        'Exif',
        6,
        34,
      ),
      'a JPEG in the four colours of printing': await from().toColourspace('cmyk').jpeg().toBuffer(),
      'a JPEG whose colour profile is damaged': changed(
        await from().withIccProfile('p3').jpeg().toBuffer(),
        'ICC_PROFILE',
        14,
        186,
      ),
      'a JPEG with a web page behind it': Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
      'a PNG of 16 bits a colour': await from().toColourspace('rgb16').png().toBuffer(),
      'a PNG through which everything shows': await from().ensureAlpha(0).png().toBuffer(),
      'an animated PNG': await animated(photograph),
      'a PNG of 1 by 20,000 pixels': await strip(1, 20_000).png().toBuffer(),
      'a JPEG of one pixel': await strip(1, 1).jpeg().toBuffer(),
    },
    photo: {
      'an animated WebP': await sharp([jpeg, jpeg, jpeg], { join: { animated: true } })
        .webp()
        .toBuffer(),
      'an AVIF': avif,
      'a HEIC with two other pictures before it': writeHeic(pixels, { before: [flat, flat] }),
    },
    large: { 'a JPEG of 48 megapixels': await from().resize(8_000, 6_000, { fit: 'contain' }).jpeg().toBuffer() },
    refused: {
      'a GIF': await from().gif().toBuffer(),
      'a TIFF': await from().tiff().toBuffer(),
      'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(3_000, 120)]),
      'an SVG': svg('<rect width="9" height="9"/>'),
      'an SVG that asks for a file of the server': svg('<image href="file:///etc/hostname"/>'),
      'an AVIF that says it is a film': changed(avif, 'ftyp', 4, 4, 'avis'),
      'half a JPEG': half(jpeg),
      'half a PNG': half(png),
      'half a WebP': half(webp),
      'half an AVIF': half(avif),
      'half a HEIC': half(heic),
      'a PNG with a wrong checksum': changed(png, 'IDAT', 200, 1),
      'a text': Buffer.from('no picture at all '.repeat(20)),
      'no bytes': Buffer.alloc(0),
      'a PNG of 400 megapixels': await bombs['a PNG of 400 megapixels']!(),
      'a JPEG of 4,225 megapixels': await bombs['a JPEG of 4,225 megapixels']!(),
      'a HEIC of 16,000 tiles': await bombs['a HEIC of 16,000 tiles, all the same one']!(),
    },
  }
  return Object.entries(made).flatMap(([fate, pictures]) =>
    Object.entries(pictures).map(([name, bytes]) => ({ name, fate: fate as Fate, bytes })),
  )
}

const flat = { data: Buffer.alloc(64 * 64 * 3, 130), width: 64, height: 64, channels: 3 as const }

/** A file with other bytes, so many after the first place of a word in it. */
function changed(file: Buffer, word: string, after: number, length: number, to: string | number = 0xff): Buffer {
  const bytes = Buffer.from(file)
  const at = bytes.indexOf(word) + after
  return typeof to === 'string' ? bytes.fill(to, at, at + length, 'latin1') : bytes.fill(to, at, at + length)
}

/** An animated PNG: the picture, and a black one after it. */
async function animated(photograph: Buffer): Promise<Buffer> {
  const png = await sharp(photograph).resize(400).png().toBuffer()
  const { width, height } = await sharp(png).metadata()
  const first = png.indexOf('IDAT') - 4
  const end = png.indexOf('IEND') - 4
  const frame = (number: number) =>
    chunk('fcTL', numbers(number, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0]))
  const black = deflateSync(Buffer.alloc((width * 3 + 1) * height))
  return Buffer.concat([
    png.subarray(0, first),
    chunk('acTL', numbers(2, 0)),
    frame(0),
    png.subarray(first, end),
    frame(1),
    chunk('fdAT', numbers(2), black),
    png.subarray(end),
  ])
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

function chunk(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...parts])
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))])
}
