/** A frame with somebody in it. */
export type Picture = {
  /** The name of the frame in messages. */
  readonly name: string
  /** A JPEG or PNG. */
  readonly bytes: Uint8Array
  /** Later frames of the same visit, if the camera has them. */
  readonly further?: readonly Uint8Array[]
}

/** The pictures that a terminal sees, until the signal. Ends when there are no more. */
export type Camera = (signal: AbortSignal) => AsyncIterable<Picture>
