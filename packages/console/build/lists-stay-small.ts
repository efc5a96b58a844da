import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { reachOf } from './chunk-reach.ts'

/** What every page begins with. */
const openers = ['/console/src/main.tsx', '/app/open-console.tsx']
/** A page that draws this is a list. */
const listPart = '/ui/list/list-page.tsx'
/** A page that a route opens; the pages of one thing have lists among many other parts. */
const isPage = (id: string) => id.endsWith('-page.tsx') && !id.endsWith('-detail-page.tsx')

/**
 * Script and style that a list waits for, in bytes of brotli. With the texts and the later parts of its first view, about 30 kB, a visit
 * stays below the aim of 320 kB. Whoever comes near it finds out what the first view does not need; the number is no budget to spend.
 */
const atMost = 278_500

type Bundle = Rolldown.OutputBundle
const sizeOf = (bundle: Bundle, fileName: string): number => {
  const file = bundle[fileName]
  return file ? brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length : 0
}

/** A list that grows beyond its bound fails the build, and the largest of what it loads is named. Every list is found, whoever adds it. */
export function listsStaySmall(bound = atMost): Plugin {
  return {
    name: 'gatehouse-lists-stay-small',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const sizes = new Map<string, number>()
        const sized = (fileName: string) => {
          const size = sizes.get(fileName) ?? sizeOf(bundle, fileName)
          sizes.set(fileName, size)
          return [fileName, size] as const
        }
        const draws = (id: string, seen = new Set<string>()): boolean => {
          if (id.endsWith(listPart)) return true
          if (seen.has(id) || id.includes('node_modules')) return false
          seen.add(id)
          return this.getModuleInfo(id)?.importedIds.some((next) => draws(next, seen)) ?? false
        }
        const lists = chunks
          .flatMap(({ moduleIds }) => moduleIds)
          .filter((id) => isPage(id) && this.getModuleInfo(id)?.dynamicImporters.length && draws(id))
        if (lists.length === 0) this.error(`No page draws ${listPart}`)
        for (const list of lists) {
          const reached = new Set<string>()
          for (const opener of [...openers, list]) {
            const opened = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(opener)))
            if (!opened) this.error(`Nothing is opened by ${opener}`)
            reachOf(chunks, opened.fileName, reached)
          }
          const styles = chunks
            .filter(({ fileName }) => reached.has(fileName))
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          const files = [...new Set([...reached, ...styles])].map(sized)
          const bytes = files.reduce((sum, [, size]) => sum + size, 0)
          if (bytes <= bound) continue
          const largest = files.toSorted(([, a], [, b]) => b - a).slice(0, 8)
          const named = largest.map(([fileName, size]) => `${fileName} ${size}`).join(', ')
          this.error(`${list} waits for ${bytes} bytes, more than ${bound}. The largest: ${named}`)
        }
      },
    },
  }
}
