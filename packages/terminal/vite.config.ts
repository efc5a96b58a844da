import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { modelFiles } from '@gatehouse/face/core/face-models.ts'
import { defineConfig, type Plugin } from 'vite'

/** Every text file once more as `.br` and `.gz`, as the console has it: the server never compresses on request. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let outDir = ''
  return {
    name: 'gatehouse-compressed',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      if (error) return
      const files = await readdir(outDir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|mjs|css|html|svg|wasm)$/.test(name))) {
        const path = join(outDir, file)
        const bytes = await readFile(path)
        if (bytes.length < 1024) continue
        // The best of brotli takes half a minute on 14 MB of WebAssembly and saves a tenth.
        const quality = bytes.length > 1_000_000 ? 9 : 11
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await Promise.all([
          brotli(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
          zip(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
        ])
      }
    },
  }
}

/** Tells the service worker which files there are. */
function fileList(): Plugin {
  return {
    name: 'gatehouse-file-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const names = ['icon.svg', 'manifest.webmanifest', ...built]
      const models = Object.values(modelFiles)
      const files = [...names, ...models.map(({ file }) => `models/${file}`)].map((name) => `/terminal/${name}`)
      const version = createHash('sha256')
        .update(JSON.stringify([files, models, bundle['index.html']]))
        .digest('hex')
        .slice(0, 16)
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') this.error('there is no sw.js')
      else worker.code = `const terminalFiles = ${JSON.stringify({ version, files })};\n${worker.code}`
    },
  }
}

/** The terminal in a browser, served under /terminal. */
export default defineConfig({
  base: '/terminal/',
  publicDir: 'src/browser/public',
  plugins: [fileList(), compressed()],
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/browser/service-worker.ts' },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
})
