import { randomBytes } from 'node:crypto'

/** A UUID of version 7 of that instant, or of 1970 for earlier instants. */
export function uuidAt(instant: string): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.max(0, Temporal.Instant.from(instant).epochMilliseconds), 0, 6)
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
