import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const mark = join(import.meta.dirname, '../public/favicon.svg')

/** The mark on its whole square, with the margin that an icon needs which a system cuts into a shape of its own. */
function maskable(svg: string): string {
  const ground = /<rect [^>]*fill="(#\w+)"\/>/.exec(svg)
  if (!ground?.[1]) throw new Error('the mark has no ground')
  const drawing = svg.replace(ground[0], '').replace(/^<svg[^>]*>|<\/svg>$/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground[1]}"/><g transform="translate(16 16) scale(0.72) translate(-16 -16.4)">${drawing}</g></svg>`
}

/** The icons by which a phone or a desktop shows the installed console, drawn from the mark of the product. */
export function appIcons(): Plugin {
  return {
    name: 'gatehouse-app-icons',
    apply: 'build',
    async generateBundle() {
      const svg = readFileSync(mark, 'utf8').trim()
      const icons = [
        { name: 'icon-192', drawing: svg, size: 192 },
        { name: 'icon-512', drawing: svg, size: 512 },
        { name: 'maskable-512', drawing: maskable(svg), size: 512 },
        { name: 'apple-touch-icon', drawing: maskable(svg), size: 180 },
      ]
      for (const { name, drawing, size } of icons) {
        // drawn at its size, not enlarged from 32 px
        const picture = sharp(Buffer.from(drawing), { density: (72 * size) / 32 })
        const source = await picture.resize(size, size).png({ compressionLevel: 9 }).toBuffer()
        this.emitFile({ type: 'asset', fileName: `icons/${name}.png`, source })
      }
    },
  }
}
