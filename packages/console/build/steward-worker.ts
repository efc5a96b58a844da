import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { reachOf } from './chunk-reach.ts'

const source = join(import.meta.dirname, 'steward-service-worker.ts')

/** The modules that lead to the page of a steward; each takes with it what it imports. */
const openers = [
  /console\/index\.html$|console\/src\/main\.tsx$/,
  /app\/open-phone\.tsx$/,
  /muster\/phone\/steward-phone-page\.tsx$/,
  ...['en', 'zh', 'zh-tw'].flatMap((language) => [
    new RegExp(`/i18n/${language}/phone\\.ts$`),
    new RegExp(`/i18n/${language}/errors\\.ts$`),
    new RegExp(`/muster/phone/texts/${language}\\.ts$`),
  ]),
]

/** Files of the page that no module imports. */
const publicFiles = ['/theme-boot.js', '/favicon.svg']

/** Writes the worker that keeps the page of a steward (`/m/steward`) for when there is no network, with the names of its files. */
export function stewardWorker(): Plugin {
  return {
    name: 'gatehouse-steward-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const reached = new Set<string>()
      for (const opener of openers) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => opener.test(id)))
        if (!chunk) return this.error(`Nothing is opened by ${opener}`)
        reachOf(chunks, chunk.fileName, reached)
      }
      const styles = chunks.filter(({ fileName }) => reached.has(fileName)).flatMap(stylesOf)
      const files = [...publicFiles, ...[...reached, ...new Set(styles)].map((file) => `/${file}`)].toSorted()
      this.emitFile({ type: 'asset', fileName: 'steward-worker.js', source: workerOf(files) })
    },
  }
}

const stylesOf = ({ viteMetadata }: Rolldown.OutputChunk): string[] => [...(viteMetadata?.importedCss ?? [])]

function workerOf(files: readonly string[]): string {
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
  const filled = {
    'export {}': '',
    'const files: readonly string[] = []': `const files = ${JSON.stringify(files)}`,
    "const version = ''": `const version = '${version}'`,
  }
  let worker = readFileSync(source, 'utf8')
  for (const [empty, full] of Object.entries(filled)) {
    if (!worker.includes(empty)) throw new Error(`The worker has no place for ${empty}`)
    worker = worker.replace(empty, () => full)
  }
  return stripTypeScriptTypes(worker)
}
