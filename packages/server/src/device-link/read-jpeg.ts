const maxBytes = 200_000
const maxPixels = 40_000_000
const end = Buffer.from([0xff, 0xd9])
/** SOF0 to SOF2: the kinds that browsers and our own readers decode. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]

/**
 * A JPEG of a size that a device may send; null for any other. Only its markers are read, which costs microseconds:
 * bytes that are something else are neither kept nor served as one.
 */
export function readJpeg(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length <= maxBytes && hasPicture(bytes) ? bytes : null
}

/** It begins as a JPEG, has a frame before its scan, and an end after it. */
function hasPicture(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false
  let hasFrame = false
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1] ?? 0
    // A marker may stand after more than one 0xff.
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return false
    if (marker === 0xda) return hasFrame && bytes.lastIndexOf(end) > at
    if (frames.includes(marker)) {
      if (length < 8 || at + 9 > bytes.length) return false
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      if (pixels === 0 || pixels > maxPixels) return false
      hasFrame = true
    }
    at += 2 + length
  }
  return false
}
