import { createHash } from 'node:crypto'
import { appendFileSync, createReadStream, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { installed, nothingInstalled, type PackageStore, upgradeNote } from '../upgrades/package-store.ts'

const kept = z.object({ note: upgradeNote.nullable(), installed })
type Kept = z.output<typeof kept>

/** In the terminal's state folder: `upgrade.json`, and `package.part` with the bytes that have arrived. */
export function folderPackageStore(folder: string): PackageStore {
  const notePath = join(folder, 'upgrade.json')
  const filePath = join(folder, 'package.part')
  let now = readKept(notePath)

  function keep(next: Partial<Kept>): void {
    now = { ...now, ...next }
    // Written beside it and renamed: a power cut leaves the one or the other.
    writeFileSync(`${notePath}.draft`, JSON.stringify(now), { mode: 0o600, flush: true })
    renameSync(`${notePath}.draft`, notePath)
  }

  const file = {
    get size() {
      return statSync(filePath, { throwIfNoEntry: false })?.size ?? 0
    },
    append: (bytes: Uint8Array) => appendFileSync(filePath, bytes, { mode: 0o600 }),
    async digest() {
      const [md5, sha256] = [createHash('md5'), createHash('sha256')]
      for await (const chunk of createReadStream(filePath)) {
        const bytes = z.instanceof(Buffer).parse(chunk)
        md5.update(bytes)
        sha256.update(bytes)
      }
      return { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
    },
    clear: () => rmSync(filePath, { force: true }),
  }
  return {
    get note() {
      return now.note
    },
    set note(note) {
      keep({ note })
    },
    get installed() {
      return now.installed
    },
    set installed(installed) {
      keep({ installed })
    },
    file,
    clear() {
      keep({ note: null })
      file.clear()
    },
  }
}

function readKept(path: string): Kept {
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { note: null, installed: nothingInstalled } // none yet, or of another release
  }
}
