/** The reason why a picture could not be examined. None of them concerns the face in it. */
export type FaceErrorCode =
  /** The file is no JPEG, PNG, WebP, AVIF or HEIC, or is cut off or damaged. */
  | 'image.unreadable'
  /** The picture has more bytes or pixels than are taken; the header shows it, before anything is decoded. */
  | 'image.too-large'
  /** Too many pictures are waiting already, or this one waited too long: try again. */
  | 'face.busy'
  /** The picture took so much time that its worker was given up. */
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
