import { createHash } from 'node:crypto'

/** The hash by which a picture is recognised when it comes again. */
export const pictureHashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
