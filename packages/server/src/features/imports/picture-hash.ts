import { createHash } from 'node:crypto'

/** What a picture is known by again. */
export const pictureHashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
