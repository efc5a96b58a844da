import type { Db } from '../../../db/open-database.ts'
import type { BlobStore } from '../../../lib/blob-store.ts'
import { findPiece } from '../upgrade-store.ts'

/**
 * A package is stored in pieces of this size, each sealed like a picture. A position in the file is found without
 * reading the pieces before it.
 */
export const pieceSize = 1024 * 1024

/** One piece. Throws when it does not exist: the package was deleted, or its bytes were lost. */
export async function readPiece(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'get'> },
  packageId: string,
  number: number,
): Promise<Buffer> {
  const piece = await findPiece(db, packageId, number)
  const bytes = piece && (await blobs.get(piece.blob_hash))
  if (!bytes) throw new Error(`piece ${number} of the package ${packageId} is not there`)
  return bytes
}

/**
 * The pieces that were read last, for devices that read the same a moment later: devices that begin together continue
 * side by side, and opening a piece for each of them would make more garbage than the rest of the server.
 */
export type PieceCache = Pick<BlobStore, 'get'> & { clear(): void }

export function createPieceCache(blobs: Pick<BlobStore, 'get'>, maxKept: number): PieceCache {
  const kept = new Map<string, Promise<Buffer | undefined>>()
  return {
    get(hash) {
      const name = hash.toString('hex')
      const found = kept.get(name) ?? blobs.get(hash)
      kept.delete(name)
      kept.set(name, found)
      if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
      // A piece that could not be read, or is missing, may be readable at the next try.
      const remove = () => void (kept.get(name) === found && kept.delete(name))
      found.then((bytes) => bytes ?? remove(), remove)
      return found
    },
    clear: () => kept.clear(),
  }
}
