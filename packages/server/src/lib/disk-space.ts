import { stat, statfs } from 'node:fs/promises'

/** The free space of the disk of the data folder; read from the system each time. */
export type DiskProbe = () => Promise<{ freeBytes: number; totalBytes: number }>

export const diskOf =
  (folder: string): DiskProbe =>
  async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }

/** Whether deleting files in one folder frees space in the other. */
export async function isSameDisk(one: string, other: string | undefined): Promise<boolean> {
  if (other === undefined) return false
  const [{ dev }, { dev: otherDev }] = await Promise.all([stat(one), stat(other)])
  return dev === otherDev
}
