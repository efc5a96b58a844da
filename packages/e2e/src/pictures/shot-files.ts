import { join } from 'node:path'
import type { Look } from './looks.ts'

/** Outside of what is committed. */
export const picturesFolder = join(import.meta.dirname, '../../../../.cache/pictures')
export const shotsFolder = join(picturesFolder, 'pages')
export const sheetsFolder = join(picturesFolder, 'sheets')

/** `staff__mainAdmin__zh__390__dark__failed.png` */
export const fileOf = ({ name, look }: { name: string; look: Look }): string =>
  `${[name, look.role, look.language, look.width, look.theme, look.state].join('__')}.png`

export function partsOf(file: string): string[] {
  return file.replace(/\.png$/, '').split('__')
}
