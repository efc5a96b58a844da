import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** How often in a second this disk says that 8 kB are safe, one after another: what a commit cannot beat. */
export async function measureFsyncRate(folder: string, seconds: number): Promise<number> {
  const path = join(folder, 'fsync-probe')
  const file = await open(path, 'w')
  try {
    const page = Buffer.alloc(8192, 1)
    // The file has its size before: a log file of PostgreSQL does too.
    await file.write(Buffer.alloc(8192 * 1024))
    await file.datasync()
    const start = performance.now()
    let count = 0
    while (performance.now() - start < seconds * 1000) {
      await file.write(page, 0, page.length, (count++ % 1024) * page.length)
      await file.datasync()
    }
    return (count * 1000) / (performance.now() - start)
  } finally {
    await file.close()
    await rm(path)
  }
}
