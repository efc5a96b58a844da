import { createHash, type Hash } from 'node:crypto'

/** MD5 and SHA-256 of the pieces so far, and their number. */
type Running = { pieces: number; md5: Hash; sha256: Hash }

/**
 * Hashes packages while they arrive. Parts usually arrive one after the other, in one process, and then nothing has to
 * be read again; otherwise the rest is read at the end.
 */
export type PackageHashes = {
  /**
   * Hashes a part that begins with the next piece: takes its bytes as they arrive. Call `keep` once they are stored.
   */
  begin(packageId: string, firstPiece: number): { update(bytes: Uint8Array): void; keep(pieces: number): void }
  /** The hashes over all pieces; `read` gives those that have not been hashed. */
  finish(
    packageId: string,
    pieces: number,
    read: (number: number) => Promise<Uint8Array>,
  ): Promise<{ md5: string; sha256: string }>
  remove(packageId: string): void
}

/** The number of uploads at the same time; beyond it the oldest is hashed at its end. */
const maxRunning = 20

export function createPackageHashes(): PackageHashes {
  const running = new Map<string, Running>()
  const fresh = (): Running => ({ pieces: 0, md5: createHash('md5'), sha256: createHash('sha256') })
  return {
    begin(packageId, firstPiece) {
      const before = firstPiece === 0 ? fresh() : running.get(packageId)
      if (before?.pieces !== firstPiece) return { update: () => {}, keep: () => {} }
      // A part that breaks off in the middle leaves the state unchanged.
      const next = { md5: before.md5.copy(), sha256: before.sha256.copy() }
      return {
        update(bytes) {
          next.md5.update(bytes)
          next.sha256.update(bytes)
        },
        keep(pieces) {
          running.delete(packageId)
          if (running.size >= maxRunning) running.delete(running.keys().next().value ?? '')
          running.set(packageId, { ...next, pieces: firstPiece + pieces })
        },
      }
    },
    async finish(packageId, pieces, read) {
      const { md5, sha256, ...before } = running.get(packageId) ?? fresh()
      running.delete(packageId)
      for (let number = before.pieces; number < pieces; number++) {
        const bytes = await read(number)
        md5.update(bytes)
        sha256.update(bytes)
      }
      return { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
    },
    remove: (packageId) => void running.delete(packageId),
  }
}
