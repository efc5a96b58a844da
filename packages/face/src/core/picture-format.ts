/** The kinds of picture that are read, by their first bytes, whatever the file name is. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

/** The kind of a picture; undefined for anything else, a GIF, a TIFF and an SVG included. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return 'webp'
  if (textAt(bytes, 4) !== 'ftyp') return undefined
  // Both stand in the same container: some name only its own brand (`mif1`) first, and what is inside after it.
  const brands = brandsOf(bytes)
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : undefined
}

const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** More brands than any file has. */
const maxBrands = 32

function brandsOf(bytes: Uint8Array): string[] {
  const length = ((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
  const brands = [textAt(bytes, 8)]
  for (let at = 16; at + 4 <= Math.min(length, bytes.length) && brands.length < maxBrands; at += 4)
    brands.push(textAt(bytes, at))
  return brands
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** Four bytes as letters. */
const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
