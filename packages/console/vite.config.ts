import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from '../../scripts/compressed.ts'
import { help } from './build/help-pages.ts'

const server = process.env['GATEHOUSE_SERVER'] ?? 'http://localhost:8080'

/**
 * The login page has React and nothing else (its goal: 80 kB of script). A module shared with the console can drag a whole
 * library in, where the bundler merges small files: then the build fails, and says which.
 */
function loginStaysSmall(): Plugin {
  const allowed = /node_modules\/(react|react-dom|scheduler)\//
  return {
    name: 'gatehouse-login-stays-small',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const reached = new Set<string>()
      const reach = (fileName: string) => {
        if (reached.has(fileName)) return
        reached.add(fileName)
        for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) reach(next)
      }
      for (const chunk of chunks) if (chunk.isEntry || chunk.name === 'open-login') reach(chunk.fileName)
      const strangers = chunks
        .filter((chunk) => reached.has(chunk.fileName))
        .flatMap((chunk) => chunk.moduleIds)
        .filter((id) => id.includes('/node_modules/') && !allowed.test(id))
      if (strangers.length > 0) this.error(`The login page would load ${strangers.slice(0, 5).join(', ')} …`)
    },
  }
}

export default defineConfig({
  plugins: [react(), help(), loginStaysSmall(), compressed()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 2_048,
    manifest: true,
    rolldownOptions: {
      output: {
        // Files that wait for each other still run in the order of their modules, whatever pages come to share them.
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Modules that the same set of pages shares come in one file: few requests, and no page pays for another's. What
        // the login page needs stands apart first: a small module that it shares with the console must not be merged
        // into a large one.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'entry', tags: ['$initial'], priority: 2 },
            {
              name: 'base',
              test: /packages\/console\/src\/(lib\/|i18n\/catalogs)|packages\/contract\/src\/(envelope|permissions|navigation)\.ts/,
              priority: 1,
            },
            // Apart from the component library, which no phone is to wait for.
            { name: 'phone', test: /packages\/console\/src\/(ui\/phone\/|i18n\/phone-texts)/, priority: 1 },
            // Whole, or the parts of these end up in files that wait for each other, and the console does not start.
            { name: 'zod', test: /node_modules\/zod\//, priority: 1 },
            { name: 'query', test: /node_modules\/@tanstack\//, priority: 1 },
            { name: 'contract', test: /packages\/(contract|engine)\/src\//, priority: 0.5 },
            {
              name: 'shared',
              minShareCount: 2,
              minSize: 20_000,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/public': server,
      // what terminals call; `/device/list` and `/device/alarm` are pages
      '/device/v1': server,
      '/mqtt': { target: server, ws: true },
    },
  },
})
