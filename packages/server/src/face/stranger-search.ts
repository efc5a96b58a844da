import { Piscina } from 'piscina'
import type { InstallKeys } from '../lib/install-keys.ts'
import type { StrangerAnswer, StrangerQuestion } from './stranger-faces.ts'
import type * as worker from './stranger-worker.ts'

/** Searches the faces of strangers on a thread of its own, which the first search starts. */
export type StrangerSearch = {
  /** @throws the error of the thread; the next search starts another */
  search(question: StrangerQuestion): Promise<StrangerAnswer>
  close(): Promise<void>
}

/** The time without a search after which the thread ends, and with it all decrypted faces. */
const idleMs = 10 * 60_000
/**
 * All searches that wait are on the thread, one after another: they fail with it, while the pool's own queue would
 * leave them waiting.
 */
const maxWaiting = 1_000

export function createStrangerSearch(
  databaseUrl: string,
  keys: Pick<InstallKeys, 'embedding'>,
  idleTimeout = idleMs,
): StrangerSearch {
  const workerData: worker.StrangerThreadData = { databaseUrl, embeddingKey: keys.embedding }
  const pool = new Piscina<StrangerQuestion, StrangerAnswer>({
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: maxWaiting,
    // The thread waits for the database, and not only for questions.
    atomics: 'disabled',
    execArgv: [],
    idleTimeout,
    workerData,
  })
  // A thread that fails without a search fails no caller; the next search starts another.
  pool.on('error', () => {})
  // Passed with each search, and not to the pool, which leaves a search waiting if its thread cannot start.
  const handler = {
    filename: new URL('./stranger-worker.ts', import.meta.url).href,
    name: 'search' satisfies keyof typeof worker,
  }
  return { search: (question) => pool.run(question, handler), close: () => pool.destroy() }
}
