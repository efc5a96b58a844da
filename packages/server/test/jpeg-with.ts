const head = 'ffd8ffc0000b080002000201011100ffda0008010100003f00'

/** Has the markers of a JPEG, with these bytes for its picture: what the device link takes, and no reader can decode. */
export const jpegWith = (picture: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(head, 'hex'), picture, Buffer.from('ffd9', 'hex')])
