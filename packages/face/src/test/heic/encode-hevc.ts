import type { PixelImage } from '../../core/pixel-image.ts'

/** A still picture as HEVC: the parameter sets that a container keeps apart, and the picture itself. */
export interface HevcPicture {
  readonly parameterSets: readonly { readonly type: number; readonly unit: Buffer }[]
  readonly picture: Buffer
}

/** The blocks are square and all of this side, the smallest that a coding tree may have. */
const block = 16

/**
 * Encodes a picture as HEVC without any compression: every block says "these are my samples" (PCM). A few lines make a
 * file that decoders of HEIC read, so that tests write the pictures they need. `said` is the size in its header, if
 * that is a lie.
 */
export function encodeHevc(image: PixelImage, said: { width: number; height: number } = image): HevcPicture {
  return {
    parameterSets: [
      { type: 32, unit: unit(32, videoParameters()) },
      { type: 33, unit: unit(33, sequenceParameters(said.width, said.height)) },
      { type: 34, unit: unit(34, pictureParameters()) },
    ],
    picture: unit(19, slice(image)),
  }
}

/** Bits from the left, with the numbers of variable length (Exp-Golomb) of the parameter sets. */
function createBits() {
  let text = ''
  const bits = {
    put(value: number, count: number) {
      text += value.toString(2).padStart(count, '0')
      return bits
    },
    number(...values: readonly number[]) {
      for (const value of values) text += (value + 1).toString(2).padStart(2 * (value + 1).toString(2).length - 1, '0')
      return bits
    },
    flags(digits: string) {
      text += digits
      return bits
    },
    /** A one, and zeros up to the next byte. */
    end: () => {
      const whole = `${text}1`.padEnd(Math.ceil((text.length + 1) / 8) * 8, '0')
      return Buffer.from(whole.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
    },
  }
  return bits
}
type Bits = ReturnType<typeof createBits>

/** Profile "main still picture", level 6.2. */
const putProfile = (bits: Bits) => bits.put(3, 8).put(0x70000000, 32).flags('1001').put(0, 44).put(186, 8)

const videoParameters = () =>
  putProfile(createBits().flags('000011000000').flags('0001').put(0xffff, 16))
    .flags('1')
    .number(0, 0, 0)
    .put(0, 6)
    .number(0)
    .flags('00')
    .end()

function sequenceParameters(width: number, height: number): Buffer {
  const wide = Math.ceil(width / block) * block
  const high = Math.ceil(height / block) * block
  const bits = putProfile(createBits().flags('00000001')).number(0, 1, wide, high)
  if (wide === width && high === height) bits.flags('0')
  else bits.flags('1').number(0, (wide - width) / 2, 0, (high - height) / 2)
  return bits
    .number(0, 0, 0)
    .flags('1')
    .number(0, 0, 0)
    .number(1, 0, 0, 2, 0, 0) // blocks of 16 only; transforms of 4 to 16, of which none is used
    .flags('000') // no lists, no asymmetric blocks, no offsets
    .flags('1') // PCM, of 8 bits
    .put(0x77, 8)
    .number(1, 0)
    .flags('1')
    .number(0)
    .flags('00000')
    .end()
}

const pictureParameters = () =>
  createBits()
    .number(0, 0)
    .flags('0000000')
    .number(0, 0, 0)
    .flags('000')
    .number(0, 0)
    .flags('0000000')
    .flags('101') // the filter between blocks is off
    .flags('00')
    .number(0)
    .flags('00')
    .end()

/** `rangeTabLps` of the standard for a range of 508 and more, by the state of the one context that is used. */
const lpsRanges = [
  240, 227, 216, 205, 195, 185, 175, 166, 158, 150, 142, 135, 128, 122, 116, 110, 104, 99, 94, 89, 85, 80, 76, 72, 69,
  65, 62, 59, 56, 53, 50, 48, 45, 43, 41, 39, 37, 35, 33, 31, 30, 28, 27, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15,
  14, 14, 13, 12, 12, 11, 11, 10, 9,
]

function slice(image: PixelImage): Buffer {
  const header = createBits().flags('10').number(0, 2, 0).end()
  const columns = Math.ceil(image.width / block)
  const rows = Math.ceil(image.height / block)
  const blocks = Array.from({ length: columns * rows }, (_, index) => {
    // The arithmetic coder begins again after each block, so its two bytes depend on the number of blocks before only.
    const range = (index === 0 ? 508 : 506) - lpsRanges[Math.min(index, lpsRanges.length - 1)]!
    const mode = Buffer.alloc(2)
    mode.writeUInt16BE((range | 1) << 7)
    return Buffer.concat([mode, samples(image, (index % columns) * block, Math.floor(index / columns) * block)])
  })
  return Buffer.concat([header, ...blocks, Buffer.from([0xfe, 0x80])])
}

/** Brightness of each pixel, then both colours of every two by two (Rec. 601, full range). */
function samples({ data, width, height, channels }: PixelImage, left: number, top: number): Buffer {
  const made = Buffer.alloc(block * block * 1.5)
  for (let y = 0; y < block; y++)
    for (let x = 0; x < block; x++) {
      const p = (Math.min(top + y, height - 1) * width + Math.min(left + x, width - 1)) * channels
      const [red, green, blue] = [data[p]!, data[p + 1]!, data[p + 2]!]
      const light = 0.299 * red + 0.587 * green + 0.114 * blue
      made[y * block + x] = Math.round(light)
      if (x % 2 || y % 2) continue
      const colour = block * block + (y / 2) * (block / 2) + x / 2
      made[colour] = Math.min(255, Math.round(128 + (blue - light) / 1.772))
      made[colour + block * block * 0.25] = Math.min(255, Math.round(128 + (red - light) / 1.402))
    }
  return made
}

/** A unit of the stream: two bytes of header; no three bytes in it look like the start of another. */
function unit(type: number, body: Buffer): Buffer {
  const safe: number[] = []
  let zeros = 0
  for (const byte of body) {
    if (zeros >= 2 && byte <= 3) {
      safe.push(3)
      zeros = 0
    }
    safe.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.concat([Buffer.from([type << 1, 1]), Buffer.from(safe)])
}
