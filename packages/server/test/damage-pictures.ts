import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../src/db/open-database.ts'

/** The pictures of people's main portraits, by their hash, in the order of the people. */
export async function picturesOf(db: Db, people: readonly { id: string }[]): Promise<Buffer[]> {
  const hashes: Buffer[] = []
  for (const { id } of people) {
    const { blob_hash } = await db
      .selectFrom('person as p')
      .innerJoin('image as i', 'i.id', 'p.portrait_id')
      .select('i.blob_hash')
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow()
    hashes.push(blob_hash)
  }
  return hashes
}

/** Changes a byte of each of these files, as a failing disk does; gives what puts them right. */
export async function damagePictures(dataFolder: string, hashes: readonly Buffer[]): Promise<() => Promise<void>> {
  const paths = hashes
    .map((hash) => hash.toString('hex'))
    .map((name) => join(dataFolder, 'blobs', name.slice(0, 2), name))
  const turn = async () => {
    for (const path of paths) {
      const bytes = await readFile(path)
      bytes[14] = (bytes[14] ?? 0) ^ 1
      await writeFile(path, bytes)
    }
  }
  await turn()
  return turn
}
