/** Why a picture could not be looked at. Nothing of this says anything about the face in it. */
export type FaceErrorCode =
  /** The file is not a JPEG or PNG, or is cut off or damaged. */
  | 'image.unreadable'
  /** More bytes or pixels than are taken; seen from the header, before anything is decoded. */
  | 'image.too-large'
  /** Too many pictures are waiting already, or this one waited too long: try again. */
  | 'face.busy'
  /** The picture took so long to look at that its worker was given up. */
  | 'face.timed-out'
  /** A worker could not start or died; `message` says why. */
  | 'face.worker-failed'
  /** The pool was closed. */
  | 'face.closed'

export class FaceError extends Error {
  readonly code: FaceErrorCode

  constructor(code: FaceErrorCode, message: string) {
    super(message)
    this.name = 'FaceError'
    this.code = code
  }
}
