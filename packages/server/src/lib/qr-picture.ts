import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** A QR code as a PNG, for mails: readers of mail show no SVG. Each module is `scale` pixels wide. */
export function qrPicture(text: string, scale = 8): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const side = size * scale
  // One grey byte a pixel, each line with the filter "none" before it; it shrinks to a kilobyte.
  const pixels = Buffer.alloc((side + 1) * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      pixels[y * (side + 1) + 1 + x] = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 0 : 255
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
