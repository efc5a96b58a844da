import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { FaceError } from '../../core/face-error.ts'

/**
 * The functions of libheif's C interface that are used here; numbers are addresses within its memory. One that returns
 * an error takes the place to write it as its first argument.
 */
export interface Libheif {
  /** Replaced whenever the memory grows: never kept. */
  readonly HEAPU8: Uint8Array
  readonly HEAPU32: Uint32Array
  _malloc(bytes: number): number
  _heif_context_alloc(): number
  _heif_context_get_security_limits(context: number): number
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    at: number,
    length: number,
    options: 0,
  ): void
  _heif_context_get_primary_image_handle(error: number, context: number, out: number): void
  _heif_image_handle_get_item_id(handle: number): number
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_get_image_tiling(error: number, handle: number, isTransformed: 0, out: number): void
  _heif_image_handle_get_raw_color_profile_size(handle: number): number
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void
  _heif_decoding_options_alloc(): number
  _heif_decode_image(
    error: number,
    handle: number,
    out: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void
  _heif_image_handle_decode_image_tile(
    error: number,
    handle: number,
    out: number,
    colorspace: number,
    chroma: number,
    options: number,
    column: number,
    row: number,
  ): void
  _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number
  _heif_image_get_width(image: number, channel: number): number
  _heif_image_get_height(image: number, channel: number): number
  _heif_image_release(image: number): void
  _heif_item_get_transformation_properties(context: number, item: number, out: number, most: number): number
  _heif_item_get_property_type(context: number, item: number, property: number): number
  _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number
  _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number
  _heif_item_get_property_transform_crop_borders(
    context: number,
    item: number,
    property: number,
    width: number,
    height: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): void
}

interface Instance {
  readonly exports: object
}
type Factory = (options: {
  print: () => void
  printErr: () => void
  instantiateWasm: (imports: object, done: (instance: Instance) => void) => Instance['exports']
}) => Libheif

interface WebAssemblyRuntime {
  Module: new (program: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: object) => Instance
}
// Only the DOM's type library declares it, which Node's packages leave out.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the parts that are used
const runtime = (globalThis as unknown as { WebAssembly: WebAssemblyRuntime }).WebAssembly

/** 512 MB: as much as a picture of the largest size takes that is not divided into tiles. */
const maxPages = 8_192

let loading: Promise<() => Libheif> | undefined

/**
 * An instance of libheif with a memory of its own, which goes with it: for one picture. The library (LGPL) stays the two
 * files of the package `libheif-js`, which are read when the first HEIC arrives; another build of libheif in their place
 * is taken just as well. Throws FaceError `image.unreadable` where they were removed.
 */
export async function openLibheif(): Promise<Libheif> {
  loading ??= load()
  loading.catch(() => (loading = undefined))
  return (await loading)()
}

async function load(): Promise<() => Libheif> {
  const require = createRequire(import.meta.url)
  try {
    const program = await readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
    const module = new runtime.Module(limitMemory(program, maxPages))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package declares its functions without what they take
    const create = require('libheif-js/libheif-wasm/libheif.js') as Factory
    return () =>
      create({
        // Its opinion of a stranger's file belongs in no log.
        print: () => {},
        printErr: () => {},
        instantiateWasm(imports, done) {
          const instance = new runtime.Instance(module, imports)
          done(instance)
          return instance.exports
        },
      })
  } catch (cause) {
    throw new FaceError(
      'image.unreadable',
      `no HEIC is read: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}

/** The section of a WebAssembly program that says how much memory it has. */
const memorySection = 5

/** The program with a lower limit of its memory, which it otherwise sets itself, at 2 GB. */
export function limitMemory(program: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  const limited = Uint8Array.from(program)
  for (let at = 8; at < limited.length;) {
    const section = limited[at]
    const length = readNumber(limited, at + 1)
    if (section === memorySection) {
      // One memory (1), which has a limit (1): the least number of pages, the largest.
      const [count, hasLimit] = limited.subarray(length.end)
      if (count !== 1 || hasLimit !== 1) break
      const most = readNumber(limited, readNumber(limited, length.end + 2).end)
      const bytes = most.end - most.start
      for (let i = 0; i < bytes; i++)
        limited[most.start + i] = ((pages >> (7 * i)) & 0x7f) | (i === bytes - 1 ? 0 : 0x80)
      return limited
    }
    at = length.end + length.value
  }
  throw new Error('the program does not limit its memory')
}

/** A number in as many bytes as it needs, seven bits in each. */
function readNumber(bytes: Uint8Array, start: number): { value: number; start: number; end: number } {
  let value = 0
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, start, end: at + 1 }
  }
}
