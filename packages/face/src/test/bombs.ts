import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { PixelImage } from '../core/pixel-image.ts'
import { writeHeic } from './heic/write-heic.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

const firstData = 33

/** A picture with a colour profile or a text beside it that is so many megabytes of nothing once it is unpacked. */
export async function pngWithPacked(png: Buffer, kind: 'iCCP' | 'zTXt', megabytes: number): Promise<Buffer> {
  const deflate = createDeflate()
  const packed = buffer(deflate)
  const nothing = Buffer.alloc(1024 ** 2)
  for (let n = 0; n < megabytes; n++) if (!deflate.write(nothing)) await once(deflate, 'drain')
  deflate.end()
  const beside = chunk(kind, Buffer.concat([Buffer.from('Name\0\0'), await packed]))
  return Buffer.concat([png.subarray(0, firstData), beside, png.subarray(firstData)])
}

/** A small PNG whose header says `side` x `side`, one bit a pixel. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/**
 * A grey JPEG of a baseline coder whose three colours come one after the other: every reader must hold the whole picture. Two bits are a
 * block, so that 8,000 by 8,000 pixels are 0.75 MB; the side is a multiple of 16.
 */
export function jpegInScans(side: number): Buffer {
  const segment = (marker: number, ...content: readonly number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content])
  const two = [side >> 8, side & 255]
  const colours = [1, 2, 3]
  // One code of one bit, for "no difference" and for "end of the block".
  const code = (table: number) => segment(0xc4, table, 1, ...Array.from({ length: 15 }, () => 0), 0)
  const blocks = Buffer.alloc((side / 8) ** 2 / 4)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    segment(0xc0, 8, ...two, ...two, 3, ...colours.flatMap((colour) => [colour, 0x11, 0])),
    code(0x00),
    code(0x10),
    ...colours.flatMap((colour) => [segment(0xda, 1, colour, 0, 0, 63, 0), blocks]),
    Buffer.from([0xff, 0xd9]),
  ])
}

const grey = (side: number): PixelImage => ({
  data: Buffer.alloc(side * side * 3, 130),
  width: side,
  height: side,
  channels: 3,
})
const create = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })

/** A file whose sizes, wherever the text says so, are replaced by others. */
function resaid(file: Buffer, name: string, at: number, ...values: readonly number[]): Buffer {
  const said = Buffer.from(file)
  for (let place = said.indexOf(name); place >= 0; place = said.indexOf(name, place + 4))
    for (const [index, value] of values.entries()) said.writeUInt32BE(value, place + at + 4 * index)
  return said
}

/** An AVIF whose stream is `side` x `side`, while its container says 64 x 64: little memory is expected of it. */
export const avifThatLies = async (side: number): Promise<Buffer> =>
  resaid(await create(side).avif({ effort: 0 }).toBuffer(), 'ispe', 8, 64, 64)

/** Files of less than a megabyte that would take gigabytes, or for ever. */
export const bombs: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'a PNG of 400 megapixels': () => pngBomb(20_000),
  'a JPEG of 4,225 megapixels': async () => {
    const jpeg = await create(64).jpeg().toBuffer()
    jpeg.writeUInt32BE(0xfe01fe01, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    return jpeg
  },
  'a WebP of 268 megapixels': async () => {
    const webp = await create(64).webp().toBuffer()
    webp.writeUInt32LE(0x3fff3fff, webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3)
    return webp
  },
  'an AVIF that says 65,000 by 65,000': async () =>
    resaid(await create(64).avif({ effort: 0 }).toBuffer(), 'ispe', 8, 65_000, 65_000),
  'a HEIC that says 60,000 by 60,000': () => writeHeic(grey(64), { said: { width: 60_000, height: 60_000 } }),
  'a HEIC whose stream is larger than its container says': () =>
    writeHeic(grey(64), { saidInside: { width: 16_384, height: 16_384 } }),
  'a HEIC whose container says more than its stream': () =>
    writeHeic(grey(64), { said: { width: 8_000, height: 8_000 } }),
  'a HEIC of 16,000 tiles, all the same one': () =>
    writeHeic(grey(64), { tile: 64, isRepeated: true, said: { width: 16_000, height: 4_000 } }),
}
