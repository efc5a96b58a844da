import { randomBytes } from '../lib/random.ts'

/** A serial number for a terminal without one on its case. */
export const makeSerialNumber = (): string => `GH${randomBytes(6).toHex().toUpperCase()}`
