import { statfs } from 'node:fs/promises'

/** How much room the disk of the data folder has; asked of the system each time. */
export type DiskProbe = () => Promise<{ freeBytes: number; totalBytes: number }>

export const diskOf =
  (folder: string): DiskProbe =>
  async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }
