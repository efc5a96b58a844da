import sharp from 'sharp'
import { drawing, drawPerson, type Scene } from './draw-person.ts'

const scale = 0.75
const kept = new Map<string, Promise<Uint8Array>>()

/** A drawn person as a JPEG; each picture is made once, and is the same bytes wherever it is shown. */
export function renderPerson(number: number, scene: Scene): Promise<Uint8Array> {
  const key = `${scene} ${number}`
  let picture = kept.get(key)
  if (!picture) {
    picture = sharp(Buffer.from(drawPerson(number, scene)))
      .resize(drawing.width * scale, drawing.height * scale)
      .jpeg({ quality: 84 })
      .toBuffer()
    kept.set(key, picture)
  }
  return picture
}
