/** Types of a TIFF's fields, and the bytes that each value takes. */
const short = 3
const long = 4
const undefinedBytes = 7

/**
 * RGB pixels as a TIFF, uncompressed, with their ICC profile: the way in which the image library takes both at once, and
 * converts them as it does for every other file.
 */
export function writeTiff({
  pixels,
  width,
  height,
  profile,
}: {
  pixels: Buffer
  width: number
  height: number
  profile: Buffer | undefined
}): Buffer {
  const fields = [
    { tag: 256, type: long, count: 1, value: width },
    { tag: 257, type: long, count: 1, value: height },
    { tag: 258, type: short, count: 3, value: 0 }, // bits of each colour: written below
    { tag: 259, type: short, count: 1, value: 1 }, // not compressed
    { tag: 262, type: short, count: 1, value: 2 }, // RGB
    { tag: 273, type: long, count: 1, value: 0 }, // where the pixels begin: written below
    { tag: 277, type: short, count: 1, value: 3 },
    { tag: 278, type: long, count: 1, value: height },
    { tag: 279, type: long, count: 1, value: pixels.length },
    { tag: 284, type: short, count: 1, value: 1 },
    ...(profile ? [{ tag: 34_675, type: undefinedBytes, count: profile.length, value: 0 }] : []),
  ]
  const bitsAt = 8 + 2 + fields.length * 12 + 4
  const profileAt = bitsAt + 6
  const pixelsAt = profileAt + (profile?.length ?? 0)
  const places: Partial<Record<number, number>> = { 258: bitsAt, 273: pixelsAt, 34_675: profileAt }
  const head = Buffer.alloc(profileAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(fields.length, 8)
  for (const [index, { tag, type, count, value }] of fields.entries()) {
    const at = 10 + index * 12
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(places[tag] ?? value, at + 8)
  }
  for (let colour = 0; colour < 3; colour++) head.writeUInt16LE(8, bitsAt + 2 * colour)
  return Buffer.concat([head, ...(profile ? [profile] : []), pixels])
}
