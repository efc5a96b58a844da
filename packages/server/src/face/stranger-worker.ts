import { workerData } from 'node:worker_threads'
import { openDatabase, openPool } from '../db/open-database.ts'
import { createStrangerFaces, type StrangerAnswer, type StrangerQuestion } from './stranger-faces.ts'

/** The data that the thread is started with. */
export type StrangerThreadData = { databaseUrl: string; embeddingKey: Uint8Array }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stranger-search.ts is the only one that starts this thread
const { databaseUrl, embeddingKey } = workerData as StrangerThreadData
// The same few statements again and again: to plan one each time takes longer than to answer it.
const db = openDatabase(openPool(databaseUrl, 1, '-c plan_cache_mode=force_generic_plan'))
const faces = createStrangerFaces({ db, keys: { embedding: Buffer.from(embeddingKey) } })

let last: Promise<unknown> = Promise.resolve()

/**
 * One question at a time: the faces are brought up to date before each.
 * @public stranger-search.ts has the pool call it by its name
 */
export function search(question: StrangerQuestion): Promise<StrangerAnswer> {
  const answer = last.then(() => faces.search(question))
  last = answer.catch(() => {})
  return answer
}
