import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, 'app-service-worker.ts')
const keptFiles = ['no-network.html', 'no-network.js'].map((name) => join(import.meta.dirname, '../public', name))

/** Writes the worker of the installed console. Its version is that of the page that it keeps, so that a newer page is another worker. */
export function appWorker(): Plugin {
  return {
    name: 'gatehouse-app-worker',
    apply: 'build',
    generateBundle() {
      const hash = createHash('sha256')
      for (const file of keptFiles) hash.update(readFileSync(file))
      const filled = { 'export {}': '', "const version = ''": `const version = '${hash.digest('hex').slice(0, 16)}'` }
      let worker = readFileSync(source, 'utf8')
      for (const [empty, full] of Object.entries(filled)) {
        if (!worker.includes(empty)) return this.error(`The worker has no place for ${empty}`)
        worker = worker.replace(empty, () => full)
      }
      this.emitFile({ type: 'asset', fileName: 'app-worker.js', source: stripTypeScriptTypes(worker) })
    },
  }
}
