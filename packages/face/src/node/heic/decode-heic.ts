import sharp, { type Sharp } from 'sharp'
import { FaceError } from '../../core/face-error.ts'
import { type Libheif, openLibheif } from './open-libheif.ts'
import { createShrunk } from './shrink-tiles.ts'

export interface DecodedHeic {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
  /** The picture's own size, upright. */
  readonly originalWidth: number
  readonly originalHeight: number
  /** The ICC profile of the pixels, if it has one. */
  readonly profile: Buffer | undefined
}

export interface HeicLimits {
  readonly maxPixels: number
  /** The picture is shrunk by a whole number while it is decoded, and stays at least this long. */
  readonly side: number
}

/** libheif's numbers: `heif_colorspace_RGB`, `heif_chroma_interleaved_RGB`, `heif_channel_interleaved`. */
const rgb = 1
const interleaved = 10

/** A phone of 48 megapixels writes some 200 tiles. */
const maxTiles = 4_096
const maxItems = 10_000
const maxProfileBytes = 1024 * 1024
/** The places in `heif_security_limits`, all that may be limited here. */
const limitPlaces = { imagePixels: 8, tiles: 16, items: 28, profileBytes: 32 } as const

/**
 * Decodes the main picture of a HEIC, upright (by `irot`, `imir` and `clap`), RGB. A grid of tiles, as phones write it,
 * is decoded tile by tile, so it takes little more memory than what comes back. Throws FaceError `image.unreadable` and
 * `image.too-large`.
 */
export async function decodeHeic(bytes: Uint8Array, limits: HeicLimits): Promise<DecodedHeic> {
  const libheif = await openLibheif()
  try {
    return await decodeWith(libheif, bytes, limits)
  } catch (cause) {
    // Whatever a file of a stranger makes of the library ends here; its memory is given up with it.
    if (cause instanceof FaceError) throw cause
    throw new FaceError('image.unreadable', cause instanceof Error ? cause.message : String(cause))
  }
}

async function decodeWith(libheif: Libheif, bytes: Uint8Array, { maxPixels, side }: HeicLimits): Promise<DecodedHeic> {
  const { context, handle } = open(libheif, bytes, maxPixels)
  const originalWidth = libheif._heif_image_handle_get_width(handle)
  const originalHeight = libheif._heif_image_handle_get_height(handle)
  const { columns, rows, tileWidth, tileHeight, width, height } = readTiling(libheif, handle)
  // A tile is decoded whole, however little of it is seen.
  if (Math.max(width * height, tileWidth * tileHeight, originalWidth * originalHeight) > maxPixels)
    throw new FaceError('image.too-large', `more than ${maxPixels} pixels`)
  if (columns * rows > maxTiles) throw new FaceError('image.too-large', `more than ${maxTiles} tiles`)

  const factor = Math.max(1, Math.floor(Math.max(width, height) / side))
  const isWhole = columns * rows === 1
  const shrunk = createShrunk(width, height, factor)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      shrunk.add(column * tileWidth, row * tileHeight, decodeTile(libheif, handle, { column, row, isWhole }))
  const { data, info } = await turned(libheif, context, handle, shrunk.finish(), factor)
  return {
    pixels: data,
    width: info.width,
    height: info.height,
    originalWidth,
    originalHeight,
    profile: readProfile(libheif, handle),
  }
}

function open(libheif: Libheif, bytes: Uint8Array, maxPixels: number): { context: number; handle: number } {
  const context = libheif._heif_context_alloc()
  const limits = libheif._heif_context_get_security_limits(context)
  const limit = (place: number, value: number) => (libheif.HEAPU32[(limits + place) >> 2] = value)
  limit(limitPlaces.imagePixels, maxPixels)
  limit(limitPlaces.imagePixels + 4, 0)
  limit(limitPlaces.tiles, maxTiles)
  limit(limitPlaces.tiles + 4, 0)
  limit(limitPlaces.items, maxItems)
  limit(limitPlaces.profileBytes, maxProfileBytes)
  const at = libheif._malloc(bytes.length)
  libheif.HEAPU8.set(bytes, at)
  attempt(libheif, (error) => libheif._heif_context_read_from_memory_without_copy(error, context, at, bytes.length, 0))
  const [handle] = attempt(libheif, (error, out) => libheif._heif_context_get_primary_image_handle(error, context, out))
  return { context, handle }
}

/** The size and division of the picture before it is turned. */
function readTiling(libheif: Libheif, handle: number) {
  const [, columns, rows, tileWidth, tileHeight, width, height] = attempt(libheif, (error, out) =>
    libheif._heif_image_handle_get_image_tiling(error, handle, 0, out),
  )
  return { columns, rows, tileWidth, tileHeight, width, height }
}

function decodeTile(libheif: Libheif, handle: number, place: { column: number; row: number; isWhole: boolean }) {
  const { column, row, isWhole } = place
  const options = libheif._heif_decoding_options_alloc()
  libheif.HEAPU8[options + 1] = 1 // not turned: that is done at the end, with all of it
  libheif.HEAPU8[options + 20] = 1 // 10 bits become 8
  const [image] = attempt(libheif, (error, out) =>
    // Asked for the one tile of a picture without tiles, the library expects it turned.
    isWhole
      ? libheif._heif_decode_image(error, handle, out, rgb, interleaved, options)
      : libheif._heif_image_handle_decode_image_tile(error, handle, out, rgb, interleaved, options, column, row),
  )
  const out = libheif._malloc(4)
  const at = libheif._heif_image_get_plane_readonly2(image, interleaved, out)
  const stride = libheif.HEAPU32[out >> 2] ?? 0
  const width = libheif._heif_image_get_width(image, interleaved)
  const height = libheif._heif_image_get_height(image, interleaved)
  if (at === 0 || width <= 0 || height <= 0) throw new FaceError('image.unreadable', 'a tile has no pixels')
  const data = libheif.HEAPU8.slice(at, at + stride * height)
  libheif._heif_image_release(image)
  return { data, stride, width, height }
}

/** The most steps (turn, mirror, cut) that are made one after the other; phones write one. */
const maxSteps = 8

/** The picture after all that the file says to do with it, in its order. */
async function turned(
  libheif: Libheif,
  context: number,
  handle: number,
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  factor: number,
) {
  const item = libheif._heif_image_handle_get_item_id(handle)
  const list = libheif._malloc(4 * maxSteps)
  const count = libheif._heif_item_get_transformation_properties(context, item, list, maxSteps)
  let image = { data: Buffer.from(data.buffer), info: { width, height } }
  for (let index = 0; index < Math.min(count, maxSteps); index++) {
    const property = libheif.HEAPU32[(list >> 2) + index] ?? 0
    const type = libheif._heif_item_get_property_type(context, item, property)
    const { info } = image
    const pixels = sharp(image.data, { raw: { width: info.width, height: info.height, channels: 3 } })
    let next: Sharp | undefined
    if (type === code('irot'))
      next = pixels.rotate(360 - libheif._heif_item_get_property_transform_rotation_ccw(context, item, property))
    else if (type === code('imir'))
      next =
        libheif._heif_item_get_property_transform_mirror(context, item, property) === 0 ? pixels.flip() : pixels.flop()
    else if (type === code('clap')) next = pixels.extract(readCut(libheif, { context, item, property }, info, factor))
    if (next) image = await next.raw().toBuffer({ resolveWithObject: true })
  }
  return image
}

/** The part of the picture that is shown, in the pixels of the shrunk one. */
function readCut(
  libheif: Libheif,
  { context, item, property }: { context: number; item: number; property: number },
  { width, height }: { width: number; height: number },
  factor: number,
) {
  const out = libheif._malloc(16)
  const places = [out, out + 4, out + 8, out + 12] as const
  libheif._heif_item_get_property_transform_crop_borders(
    context,
    item,
    property,
    width * factor,
    height * factor,
    ...places,
  )
  const [left, top, right, bottom] = places.map((place) =>
    Math.round(((libheif.HEAPU32[place >> 2] ?? 0) | 0) / factor),
  )
  const cut = { left: left!, top: top!, width: width - left! - right!, height: height - top! - bottom! }
  if (Math.min(cut.left, cut.top, right!, bottom!) < 0 || cut.width < 1 || cut.height < 1)
    throw new FaceError('image.unreadable', 'nothing of the picture is shown')
  return cut
}

function readProfile(libheif: Libheif, handle: number): Buffer | undefined {
  const length = libheif._heif_image_handle_get_raw_color_profile_size(handle)
  if (length === 0 || length > maxProfileBytes) return undefined
  const at = libheif._malloc(length)
  attempt(libheif, (error) => libheif._heif_image_handle_get_raw_color_profile(error, handle, at))
  return Buffer.from(libheif.HEAPU8.slice(at, at + length))
}

/** `heif_error_Memory_allocation_error`, and `heif_suberror_Security_limit_exceeded`. */
const tooMuchMemory = 6
const limitExceeded = 1000

/** Calls a function that may fail; the numbers that it wrote, at most eight. */
function attempt(libheif: Libheif, run: (error: number, out: number) => void): Numbers {
  const error = libheif._malloc(128)
  const out = error + 16
  run(error, out)
  const [code, detail, words] = libheif.HEAPU32.subarray(error >> 2, (error >> 2) + 3)
  if (code) {
    const isTooLarge = code === tooMuchMemory || detail === limitExceeded
    throw new FaceError(isTooLarge ? 'image.too-large' : 'image.unreadable', textAt(libheif, words ?? 0))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is that long
  return [...libheif.HEAPU32.subarray(out >> 2, (out >> 2) + 8)] as unknown as Numbers
}
type Numbers = readonly [number, number, number, number, number, number, number, number]

function textAt({ HEAPU8 }: Libheif, at: number): string {
  return Buffer.from(HEAPU8.subarray(at, HEAPU8.indexOf(0, at))).toString('utf8')
}

/** A four-letter name as the number that the library has for it. */
const code = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE()
