/** Bytes that nobody can guess. */
export const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))

/** A UUID of version 7: those made later sort later. */
export function makeId(): string {
  const bytes = randomBytes(16)
  const time = new DataView(bytes.buffer)
  const nowMs = Temporal.Now.instant().epochMilliseconds
  time.setUint32(0, Math.floor(nowMs / 65_536))
  time.setUint16(4, nowMs % 65_536)
  time.setUint8(6, 0x70 | (time.getUint8(6) & 0x0f))
  time.setUint8(8, 0x80 | (time.getUint8(8) & 0x3f))
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** SHA-256 in hexadecimal digits. */
/** In hex. */
export const sha256OfBytes = async (bytes: Uint8Array): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toHex()

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).toHex()
}
