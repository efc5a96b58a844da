import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** `test/database-entry.ts` as one script module: the disk of a terminal in a browser, for a page without one. */
export async function buildIndexedDbScript(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: { entry: fileURLToPath(new URL('../../test/indexed-db-entry.ts', import.meta.url)), formats: ['es'] },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('the bundler gave no output')
  return first.output[0].code
}
