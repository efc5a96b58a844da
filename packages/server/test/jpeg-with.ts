const head = 'ffd8ffc0000b080002000201011100ffda0008010100003f00'

/**
 * Has the markers of a JPEG, with these bytes for its picture: the device link accepts it, and no reader can decode it.
 */
export const jpegWith = (picture: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(head, 'hex'), picture, Buffer.from('ffd9', 'hex')])
