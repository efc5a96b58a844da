import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Camera, Picture } from '../recognition/camera.ts'

export type FolderCameraOptions = {
  readonly folder: string
  /** The pause between two pictures that exist at the same time. */
  readonly pauseMs?: number
  /** The interval at which the folder is read. */
  readonly scanMs?: number
  /** Ends once every picture was shown, instead of watching for new ones. */
  readonly once?: boolean
  /** Called before each picture is shown. */
  onPicture?(picture: Picture): void
}

/** `anna~2.jpg`, `anna~3.jpg` … are later frames of the visit that `anna.jpg` begins. */
const laterFrame = /~\d+(?=\.[a-z]+$)/i

const isPicture = (name: string): boolean => /\.(jpe?g|png)$/i.test(name) && !name.startsWith('.')

/**
 * A camera that sees the photographs of a folder: the existing ones in the order of their names, then each that is
 * added or replaced. The folder is read repeatedly rather than watched, which works on network shares too. A file that
 * is still being written is left until it is complete. Pictures with `~2`, `~3` … before the ending belong to the visit of the one without it.
 */
export function folderCamera({
  folder,
  pauseMs = 500,
  scanMs = 250,
  once = false,
  onPicture,
}: FolderCameraOptions): Camera {
  const read = (name: string) => readFile(join(folder, name)).catch(() => null)
  return async function* (signal) {
    const shown = new Map<string, string>()
    let before = new Map<string, string>()
    while (!signal.aborted) {
      const now = await stampAll(folder)
      for (const name of shown.keys()) if (!now.has(name)) shown.delete(name)
      for (const [name, stamp] of now) {
        if (shown.get(name) === stamp) continue
        const later = laterFrames(name, now)
        if ([name, ...later].some((each) => before.get(each) !== now.get(each))) continue
        for (const each of [name, ...later]) shown.set(each, now.get(each) ?? '')
        if (laterFrame.test(name) && now.has(name.replace(laterFrame, ''))) continue // shown with its first
        const bytes = await read(name)
        if (!bytes) continue // removed in between
        const further = (await Promise.all(later.map(read))).filter((each) => each !== null)
        const picture = { name, bytes, ...(further.length > 0 && { further }) }
        onPicture?.(picture)
        yield picture
        if (pauseMs > 0) await pause(pauseMs, signal)
        if (signal.aborted) return
      }
      if (once && [...now].every(([name, stamp]) => shown.get(name) === stamp)) return
      before = now
      await pause(scanMs, signal)
    }
  }
}

const laterFrames = (first: string, names: ReadonlyMap<string, string>): string[] =>
  [...names.keys()].filter((name) => name !== first && name.replace(laterFrame, '') === first)

/** Name, and size and time of change, of every picture that has content. Throws if there is no such folder. */
async function stampAll(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter(isPicture).toSorted()
  const stamps = new Map<string, string>()
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile() && found.size > 0) stamps.set(name, `${found.size} ${found.mtimeMs} ${found.ino}`)
  }
  return stamps
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined)
