const maxBytes = 200_000
const maxPixels = 40_000_000
const end = Buffer.from([0xff, 0xd9])
/** SOF0 to SOF2: the kinds that browsers and our own readers decode. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]

/**
 * A JPEG of a size that a device may send; null for any other. Only its markers are read, which costs microseconds:
 * bytes that are something else are neither kept nor served as one. Some programs lose its end in sending, and every viewer shows it
 * all the same: the end is put back.
 */
export function readJpeg(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  const scan = bytes.length > maxBytes ? null : scanOf(bytes)
  if (scan === null || scan >= bytes.length) return null
  return bytes.lastIndexOf(end) >= scan ? bytes : Buffer.concat([bytes, end])
}

/** Gives where the data of its first scan begin: it begins as a JPEG, and has a frame before. null: it has none. */
function scanOf(bytes: Buffer): number | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let hasFrame = false
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // A marker may stand after more than one 0xff.
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return null
    if (marker === 0xda) return hasFrame ? at + 2 + length : null
    if (frames.includes(marker)) {
      if (length < 8 || at + 9 > bytes.length) return null
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      if (pixels === 0 || pixels > maxPixels) return null
      hasFrame = true
    }
    at += 2 + length
  }
  return null
}
