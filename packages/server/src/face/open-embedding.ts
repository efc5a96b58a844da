import { isPackedFace, packFace, unpackFace } from '@gatehouse/face/core/packed-face.ts'
import type { InstallKeys } from '../lib/install-keys.ts'
import { seal, unseal, unsealOrSkip } from '../lib/seal.ts'

type Keys = Pick<InstallKeys, 'embedding'>

/*
 * Face templates as they are stored: packed and sealed, 0.8 kB each, so that a row lies in its table whole. Earlier releases stored float32,
 * 2 kB each; both open, until the job that packs them has come round.
 */

const ofPortrait = (imageId: string) => `face_template ${imageId}`
const ofCapture = (recordId: string) => `capture_template ${recordId}`

/** Of a portrait, by its id. */
export const sealEmbedding = (keys: Keys, imageId: string, embedding: Float32Array): Buffer =>
  seal(keys.embedding, packFace(embedding), ofPortrait(imageId))

export const sealCaptureEmbedding = (keys: Keys, recordId: string, embedding: Float32Array): Buffer =>
  seal(keys.embedding, packFace(embedding), ofCapture(recordId))

/** For one of many: undefined when it does not open, with a line in the log. */
export const openEmbeddingOrSkip = (keys: Keys, imageId: string, sealed: Buffer): Float32Array | undefined => {
  const bytes = unsealOrSkip(keys.embedding, sealed, ofPortrait(imageId), 'face_template')
  return bytes && numbersOf(bytes)
}

/** The numbers of a stored face template, by the portrait they were made from. */
export const openEmbedding = (keys: Keys, imageId: string, sealed: Buffer): Float32Array =>
  numbersOf(unseal(keys.embedding, sealed, ofPortrait(imageId)))

/** The same packed; undefined when it does not open. */
export const openPackedOrSkip = (keys: Keys, imageId: string, sealed: Buffer): Uint8Array | undefined => {
  const bytes = unsealOrSkip(keys.embedding, sealed, ofPortrait(imageId), 'face_template')
  return bytes && packedOf(bytes)
}

/** Of a stranger's capture, by its record; undefined when it does not open. */
export const openCaptureEmbedding = (keys: Keys, recordId: string, sealed: Buffer): Float32Array | undefined => {
  const bytes = unsealOrSkip(keys.embedding, sealed, ofCapture(recordId), 'capture_template')
  return bytes && numbersOf(bytes)
}

export const openPackedCapture = (keys: Keys, recordId: string, sealed: Buffer): Uint8Array | undefined => {
  const bytes = unsealOrSkip(keys.embedding, sealed, ofCapture(recordId), 'capture_template')
  return bytes && packedOf(bytes)
}

// A copy: float32 must start at a multiple of four.
const floatsOf = (bytes: Buffer) => new Float32Array(new Uint8Array(bytes).buffer)
const numbersOf = (bytes: Buffer) => (isPackedFace(bytes) ? unpackFace(bytes) : floatsOf(bytes))
const packedOf = (bytes: Buffer) => (isPackedFace(bytes) ? bytes : packFace(floatsOf(bytes)))
