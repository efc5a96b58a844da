import type { PixelImage } from '../../core/pixel-image.ts'
import { encodeHevc } from './encode-hevc.ts'

export interface HeicOptions {
  /** Written as a grid of tiles of this side, as phones do. */
  readonly tile?: number
  /** The grid's one tile stands for all of them: a large picture of few bytes. */
  readonly isRepeated?: boolean
  /** Quarter turns against the clock that a reader makes (`irot`). */
  readonly turns?: 0 | 1 | 2 | 3
  /** A reader mirrors the picture, left for right. */
  readonly isMirrored?: boolean
  /** Pictures that stand before it in the same file. */
  readonly before?: readonly PixelImage[]
  /** The size that the container says, if not the true one. */
  readonly said?: { readonly width: number; readonly height: number }
  /** The size that the stream says, if not the true one. */
  readonly saidInside?: { readonly width: number; readonly height: number }
  readonly profile?: Buffer
  readonly brands?: readonly string[]
}

interface Item {
  readonly type: 'hvc1' | 'grid'
  readonly data: Buffer
  readonly properties: readonly Buffer[]
  readonly isHidden?: boolean
  /** The tiles of a grid, by number. */
  readonly tiles?: readonly number[]
}

/** Writes a HEIC file of a picture. Its pixels are kept as they are, so it has half as many bytes again as pixels. */
export function writeHeic(image: PixelImage, options: HeicOptions = {}): Buffer {
  const items: Item[] = (options.before ?? []).map((other) => single(other))
  const main = options.tile ? addGrid(items, image, options.tile, options) : items.push(single(image, options))
  return file(items, main, options.brands ?? ['heic', 'mif1', 'heic'])
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
const fullBox = (type: string, version: number, flags: number, ...parts: readonly Buffer[]) =>
  box(type, u32(version * 2 ** 24 + flags), ...parts)

const sizeBox = ({ width, height }: { width: number; height: number }) => fullBox('ispe', 0, 0, u32(width), u32(height))

function single(image: PixelImage, options: HeicOptions = {}): Item {
  const { parameterSets, picture } = encodeHevc(image, options.saidInside)
  const sets = parameterSets.map(({ type, unit }) =>
    Buffer.concat([Buffer.from([0x80 | type]), u16(1), u16(unit.length), unit]),
  )
  const profile = '01 03 70000000 900000000000 ba f000 fc fd f8 f8 0000 0f 03'.replaceAll(' ', '')
  return {
    type: 'hvc1',
    data: Buffer.concat([u32(picture.length), picture]),
    properties: [box('hvcC', Buffer.from(profile, 'hex'), ...sets), ...shownAs(image, options)],
  }
}

/** The properties of a picture that is shown: its size, its colours, and how it is turned. */
function shownAs(image: PixelImage, { said, profile, turns, isMirrored }: HeicOptions): Buffer[] {
  const colours = Buffer.concat([Buffer.from('nclx'), u16(1), u16(13), u16(6), Buffer.from([0x80])])
  return [
    sizeBox(said ?? image),
    box('colr', colours),
    ...(profile ? [box('colr', Buffer.from('prof'), profile)] : []),
    ...(turns ? [box('irot', Buffer.from([turns]))] : []),
    ...(isMirrored ? [box('imir', Buffer.from([1]))] : []),
  ]
}

function addGrid(items: Item[], image: PixelImage, side: number, options: HeicOptions): number {
  const { width, height } = options.said ?? image
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const tiles: number[] = []
  for (let index = 0; index < columns * rows; index++) {
    const first = items[(tiles[0] ?? 0) - 1]
    if (options.isRepeated && first) {
      tiles.push(items.push(first))
      continue
    }
    const part = cut(image, (index % columns) * side, Math.floor(index / columns) * side, side)
    tiles.push(items.push({ ...single(part), isHidden: true }))
  }
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)])
  return items.push({ type: 'grid', data: grid, properties: shownAs(image, options), tiles })
}

/** A square of a picture; what lies outside of it repeats the rim. */
function cut({ data, width, height, channels }: PixelImage, left: number, top: number, side: number): PixelImage {
  const square = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const p = (Math.min(top + y, height - 1) * width + Math.min(left + x, width - 1)) * channels
      for (let c = 0; c < 3; c++) square[(y * side + x) * 3 + c] = data[p + c]!
    }
  return { data: square, width: side, height: side, channels: 3 }
}

function file(items: readonly Item[], main: number, brands: readonly string[]): Buffer {
  const properties: Buffer[] = []
  const placeOf = (property: Buffer) => {
    const known = properties.findIndex((other) => other.equals(property))
    return known >= 0 ? known + 1 : properties.push(property)
  }
  const owners = items.map((item, index) => {
    // The first bit: a reader that does not know how to decode or to turn may not show the picture.
    const places = item.properties.map((one) => u16(placeOf(one) | (one.includes('ispe') ? 0 : 0x8000)))
    return Buffer.concat([u16(index + 1), Buffer.from([places.length]), ...places])
  })
  const [major = 'heic', ...compatible] = brands
  const head = box('ftyp', Buffer.from(major), u32(0), ...compatible.map((brand) => Buffer.from(brand)))
  const meta = (firstByte: number) => {
    let at = firstByte
    const written = new Map<Buffer, number>()
    const places = items.map(({ data }, index) => {
      const place = written.get(data) ?? at
      if (!written.has(data)) at += data.length
      written.set(data, place)
      return Buffer.concat([u16(index + 1), u16(0), u16(1), u32(place), u32(data.length)])
    })
    const grids = items.flatMap(({ tiles }, index) =>
      tiles ? [box('dimg', u16(index + 1), u16(tiles.length), ...tiles.map(u16))] : [],
    )
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(main)),
      fullBox(
        'iinf',
        0,
        0,
        u16(items.length),
        ...items.map(({ type, isHidden }, index) =>
          fullBox('infe', 2, isHidden ? 1 : 0, u16(index + 1), u16(0), Buffer.from(type), Buffer.alloc(1)),
        ),
      ),
      ...(grids.length > 0 ? [fullBox('iref', 0, 0, ...grids)] : []),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 1, u32(items.length), ...owners)),
      fullBox('iloc', 0, 0, Buffer.from([0x44, 0]), u16(items.length), ...places),
    )
  }
  const length = head.length + meta(0).length
  return Buffer.concat([head, meta(length + 8), box('mdat', ...new Set(items.map(({ data }) => data)))])
}
