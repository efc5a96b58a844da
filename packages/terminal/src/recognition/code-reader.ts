/** A reader that finds QR codes in a picture. One serves any number of terminals. */
export type CodeReader = {
  /** The texts of the codes in a JPEG or PNG; none if it is no picture. */
  read(picture: Uint8Array): Promise<string[]>
}
