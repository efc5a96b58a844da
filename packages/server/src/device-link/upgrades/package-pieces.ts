import type { Db } from '../../db/open-database.ts'
import type { BlobStore } from '../../lib/blob-store.ts'
import { findPiece } from './upgrade-store.ts'

/**
 * A package is kept in pieces of this size, each sealed like a picture. One at a time is in memory for each that reads,
 * and a place in the file is found without reading what is before it.
 */
export const pieceSize = 1024 * 1024

/** One piece. Throws when it is not there: the package was deleted, or its bytes were lost. */
export async function readPiece(
  { db, blobs }: { db: Db; blobs: BlobStore },
  packageId: string,
  number: number,
): Promise<Buffer> {
  const piece = await findPiece(db, packageId, number)
  const bytes = piece && (await blobs.get(piece.blob_hash))
  if (!bytes) throw new Error(`piece ${number} of the package ${packageId} is not there`)
  return bytes
}
