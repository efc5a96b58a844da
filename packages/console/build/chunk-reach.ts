import type { Rolldown } from 'vite'

export type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>

/** The files that a browser has to fetch before this chunk runs, itself included. */
export function reachOf(chunks: readonly Chunk[], fileName: string, reached = new Set<string>()): Set<string> {
  if (reached.has(fileName)) return reached
  reached.add(fileName)
  for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) reachOf(chunks, next, reached)
  return reached
}
