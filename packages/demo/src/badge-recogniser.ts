import { createHash } from 'node:crypto'
import { normalise } from '@gatehouse/face/core/embed-face.ts'
import { placeOf, type Recogniser, type SeenFace } from '@gatehouse/terminal/recognition/recogniser.ts'
import sharp from 'sharp'
import { createSeededRandom } from './seeded-random.ts'
import { badge, drawing, faceAt, numberOfCells } from './draw-person.ts'

/**
 * The eyes of the demo's terminals: they know a drawn person by the badge on the chest. A model of its own as far as the
 * server is concerned, so each terminal makes its own features from the portraits it pulls, as any foreign terminal would;
 * everything after that (search, decision, record) is the terminal's.
 */
export function createBadgeRecogniser(): Recogniser {
  // The camera shows the same picture again and again: it is read once.
  const seen = new Map<string, SeenFace | null>()
  return {
    modelId: 'drawn-badges',
    async look(picture) {
      const key = createHash('sha1').update(picture).digest('base64')
      const known = seen.get(key)
      if (known !== undefined) return known
      const number = await readBadge(picture)
      const place = placeOf(faceAt, drawing)
      const face = number === null ? null : { width: 200, embedding: featuresOf(number, key), liveness: 0.99, place }
      seen.set(key, face)
      return face
    },
  }
}

/** The number on the badge of a drawn person, null where there is none. */
export async function readBadge(picture: Uint8Array): Promise<number | null> {
  const { data, info } = await sharp(picture)
    .resize(drawing.width, drawing.height, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { left, top, cell, cells } = badge
  const middles = Array.from({ length: cells * cells }, (_, at) => {
    const x = Math.round(left + ((at % cells) + 0.5) * cell)
    const y = Math.round(top + (Math.floor(at / cells) + 0.5) * cell)
    return data[(y * info.width + x) * info.channels] ?? 0
  })
  return numberOfCells(middles.map((grey) => grey < 128))
}

/**
 * 512 numbers of joint length 1: those of the badge, as this one picture shows them. Two people are as good as at right
 * angles; two pictures of one person are as near to each other as photographs taken in different light.
 */
function featuresOf(number: number, picture: string): Float32Array {
  const own = createSeededRandom(`badge ${number}`)
  const light = createSeededRandom(`picture ${picture}`)
  const share = 0.25 + 0.2 * light.next()
  return normalise(Float32Array.from({ length: 512 }, () => own.around(1) + share * light.around(1)))
}
