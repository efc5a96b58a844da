import type { Plugin } from 'vite'
import { reachOf } from './chunk-reach.ts'

/** The files loaded first, by the module that loads them. */
const openers = {
  login: /features\/login\/open-login\.tsx$/,
  console: /app\/open-console\.tsx$/,
}

/**
 * Writes into index.html which files the login page and the console consist of: `theme-boot.js` has the
 * browser fetch them while it still reads the entry, which would name them one after the other.
 */
export function preloadedFiles(): Plugin {
  return {
    name: 'gatehouse-preloaded-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const tags = Object.entries(openers).map(([name, opener]) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => opener.test(id)))
          if (!chunk) throw new Error(`Nothing is opened by ${opener}`)
          const files = [...reachOf(chunks, chunk.fileName)].filter((file) => !html.includes(`/${file}"`))
          return `<meta name="early-${name}" content="${files.join(' ')}" />`
        })
        return html.replace(
          '<script src="/theme-boot.js">',
          `${tags.join('\n    ')}\n    <script src="/theme-boot.js">`,
        )
      },
    },
  }
}
