import { createHash } from 'node:crypto'
import { modelFiles } from '@gatehouse/face/core/face-models.ts'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from '../../scripts/compressed.ts'

/** What comes in two kinds, of which a browser needs one. */
const runtime = /\/assets\/ort[.-]/

/** Tells the service worker which files there are. */
function fileList(): Plugin {
  return {
    name: 'gatehouse-file-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const names = ['icon.svg', 'manifest.webmanifest', 'relay.html', ...built]
      const models = Object.values(modelFiles)
      const all = [...names, ...models.map(({ file }) => `models/${file}`)].map((name) => `/terminal/${name}`)
      const files = all.filter((name) => !runtime.test(name))
      const [graphics = [], plain = []] = [true, false].map((isGraphics) =>
        all.filter((name) => runtime.test(name) && name.includes('.jspi') === isGraphics),
      )
      const version = createHash('sha256')
        .update(JSON.stringify([all, models, bundle['index.html'], bundle['relay.html']]))
        .digest('hex')
        .slice(0, 16)
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') this.error('there is no sw.js')
      else
        worker.code = `const terminalFiles = ${JSON.stringify({ version, files, runtimes: { graphics, plain } })};\n${worker.code}`
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
      input: { index: 'index.html', relay: 'relay.html', sw: 'src/browser/service-worker.ts' },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
})
