import type { ZkState } from './zk-context.ts'

/** A photograph of somebody whom the terminal does not know is refused, and so is one of another size than it says. */
export function keepPhoto(state: ZkState, pin: string, pieces: Map<string, string>): number {
  const content = pieces.get('content') ?? ''
  if (!state.people.has(pin)) return -10
  if (content.length !== Number(pieces.get('size'))) return -9
  const photo = Buffer.from(content, 'base64')
  if (photo.readUInt16BE(0) !== 0xffd8) return -11
  state.photos.set(pin, photo)
  return 0
}
