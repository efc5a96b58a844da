/**
 * A JPEG without what a phone or a program wrote into it (place, time, device, another picture or a film behind it):
 * its pixels, colours and which side is up stay as they are. Undefined where its parts cannot be told apart.
 */
export function strippedJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker < 0xc0) return undefined
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === endOfPicture) return joined([...kept, bytes.subarray(at, at + 2)])
    let end = at + 2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0)
    const segment = bytes.subarray(at, end)
    if (marker === firstOfScan) end = endOfScan(bytes, end)
    if (marker === exifSegment) kept.push(...uprightOnly(segment))
    else if (isOfPicture(segment)) kept.push(bytes.subarray(at, end))
    at = end
  }
  // Without its end, which some programs lose: the rest is all picture.
  return joined(kept)
}

const endOfPicture = 0xd9
const firstOfScan = 0xda
const exifSegment = 0xe1
const comment = 0xfe
/** The start of a JPEG's own description (APP0), colour profiles (APP2), and which colours it has (APP14). */
const keptSegments: Readonly<Record<number, string>> = { 0xe0: 'JFIF', 0xe2: 'ICC_PROFILE', 0xee: 'Adobe' }

function isOfPicture(segment: Uint8Array): boolean {
  const marker = segment[1] ?? 0
  if (marker === comment) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const name = keptSegments[marker]
  return name !== undefined && hasText(segment, 4, name)
}

/** Within a scan a marker has a zero after it, or is one of eight that count. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/** An Exif segment that says which side is up, and nothing else; none where that is the first row. */
function uprightOnly(segment: Uint8Array): Uint8Array[] {
  const side = sideThatIsUp(segment)
  if (side === 1) return []
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8]
  const orientation = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, side, 0, 0, 0, 0, 0, 0]
  return [Uint8Array.of(0xff, exifSegment, 0, 2 + exif.length + orientation.length, ...exif, ...orientation)]
}

/** 1 to 8 as Exif counts them. */
function sideThatIsUp(segment: Uint8Array): number {
  if (!hasText(segment, 4, 'Exif') || segment.length < 18) return 1
  const view = new DataView(segment.buffer, segment.byteOffset + 10, segment.length - 10)
  const isLittle = view.getUint8(0) === 0x49
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return 1
  const fields = view.getUint16(directory, isLittle)
  for (let field = 0; field < fields; field++) {
    const at = directory + 2 + field * 12
    if (at + 12 > view.byteLength) return 1
    if (view.getUint16(at, isLittle) !== 0x0112) continue
    const side = view.getUint16(at + 8, isLittle)
    return side >= 1 && side <= 8 ? side : 1
  }
  return 1
}

const keptChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'sBIT'])

/** The same for a PNG. */
export function strippedPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (end > bytes.length) return undefined
    if (keptChunks.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return joined(kept)
    at = end
  }
  return undefined
}

const hasText = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
