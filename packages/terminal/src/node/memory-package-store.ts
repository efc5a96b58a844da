import { createHash } from 'node:crypto'
import { nothingInstalled, type PackageStore } from '../upgrades/package-store.ts'

/** For simulations: like a folder, but lost with the process. */
export function memoryPackageStore(): PackageStore {
  let chunks: Uint8Array[] = []
  let size = 0
  const file = {
    get size() {
      return size
    },
    append(bytes: Uint8Array) {
      chunks.push(bytes)
      size += bytes.length
    },
    async digest() {
      const [md5, sha256] = [createHash('md5'), createHash('sha256')]
      for (const chunk of chunks) {
        md5.update(chunk)
        sha256.update(chunk)
      }
      return { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
    },
    clear() {
      chunks = []
      size = 0
    },
  }
  return {
    note: null,
    installed: nothingInstalled,
    file,
    clear() {
      this.note = null
      file.clear()
    },
  }
}
