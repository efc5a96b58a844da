/** A frame with somebody in it. */
export type Picture = {
  /** What it is called in messages. */
  readonly name: string
  /** A JPEG or PNG. */
  readonly bytes: Uint8Array
}

/** What a terminal sees, until the signal. Ends by itself where there is no more to come. */
export type Camera = (signal: AbortSignal) => AsyncIterable<Picture>
