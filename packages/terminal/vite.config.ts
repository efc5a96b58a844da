import { createHash } from 'node:crypto'
import { modelFiles } from '@gatehouse/face/core/face-models.ts'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from '../../scripts/compressed.ts'

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
