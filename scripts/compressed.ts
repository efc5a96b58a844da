import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** For Vite: every text file of the build once more as `.br` and `.gz`, since the server never compresses on request. */
export function compressed() {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let outDir = ''
  return {
    name: 'gatehouse-compressed',
    apply: 'build' as const,
    configResolved(config: { root: string; build: { outDir: string } }) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      // A failed build has written nothing, and its own message must stay visible.
      if (error) return
      const files = await readdir(outDir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|mjs|css|html|svg|json|wasm)$/.test(name))) {
        const path = join(outDir, file)
        const bytes = await readFile(path)
        // below a kilobyte the second file costs more than it saves
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
