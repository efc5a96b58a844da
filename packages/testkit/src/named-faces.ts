import { normalise } from '@gatehouse/face/core/embed-face.ts'
import { packFace, unpackFace } from '@gatehouse/face/core/packed-face.ts'
import type { Recogniser } from '@gatehouse/terminal/recognition/recogniser.ts'

/**
 * For tests of the protocol, where no real face is needed: a picture is the name of a face, and the name gives the
 * embedding. Faces of different names are strangers to each other; `Name~0.6` resembles Name by about that much.
 */
export const namedFaceModel = 'named-faces'

export const namedFace = (name: string): Uint8Array => Buffer.from(name)

/** The position of every named face on its picture. */
export const namedFacePlace = { left: 400, top: 200, right: 600, bottom: 500 }

export const namedFaceRecogniser: Recogniser = {
  modelId: namedFaceModel,
  async look(picture, { checksLiveness }) {
    const name = Buffer.from(picture).toString()
    if (name === 'unreadable') throw new Error('not a picture')
    return name === 'nobody'
      ? null
      : { width: 120, embedding: embeddingOf(name), liveness: checksLiveness ? livenessOf(name) : null }
  },
  place: async () => namedFacePlace,
}

const livenessOf = (name: string) => (name.startsWith('photo of ') ? 0 : 1)

export function embeddingOf(name: string): Float32Array {
  const seen = name.replace('photo of ', '')
  const [, base = seen, cosine] = /^([^]*)~(\d(?:\.\d+)?)$/.exec(seen) ?? []
  const own = randomDirection(base)
  if (cosine === undefined) return own
  const other = randomDirection(`${base} in another light`)
  const c = Number(cosine)
  return normalise(own.map((value, i) => c * value + Math.sqrt(1 - c * c) * (other[i] ?? 0)))
}

/** As the server sends it, which keeps it packed. */
export const wireEmbedding = (name: string): string =>
  Buffer.from(unpackFace(packFace(embeddingOf(name))).buffer).toString('base64')

/** xorshift on the name: the same name gives the same direction, different names nearly orthogonal ones. */
function randomDirection(seed: string): Float32Array {
  let state = 2_166_136_261
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619)
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2_147_483_648
  }
  for (let i = 0; i < 16; i++) next()
  return normalise(Float32Array.from({ length: 512 }, () => next() + next() + next()))
}
