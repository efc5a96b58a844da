import { createHash } from 'node:crypto'

/** For tests of the link, where no real face is needed: a picture is the name of a face, different names are strangers. */
export const namedFaceModel = 'named-faces'

export const namedFace = (name: string): Uint8Array => Buffer.from(name)

/** As the terminal's `Recogniser` wants it. */
export const namedFaceRecogniser = {
  modelId: namedFaceModel,
  look: async (picture: Uint8Array) => ({
    width: 200,
    embedding: embeddingOfName(Buffer.from(picture).toString()),
    liveness: 1,
  }),
}

/** 512 numbers of joint length 1 that follow from the name. */
export function embeddingOfName(name: string): Float32Array {
  const bytes = createHash('shake256', { outputLength: 1024 }).update(name).digest()
  const numbers = Float32Array.from({ length: 512 }, (_, n) => bytes.readInt16LE(2 * n))
  const length = Math.hypot(...numbers)
  return numbers.map((number) => number / length)
}
