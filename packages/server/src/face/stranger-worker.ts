import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, openPool } from '../db/open-database.ts'
import { createStrangerFaces } from './stranger-faces.ts'
import type { FromStrangerThread, StrangerThreadData, ToStrangerThread } from './stranger-messages.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stranger-search.ts is the only one that starts this thread
const { databaseUrl, embeddingKey } = workerData as StrangerThreadData
// The same few statements again and again: to plan one each time takes longer than to answer it.
const db = openDatabase(openPool(databaseUrl, 1, '-c plan_cache_mode=force_generic_plan'))
const faces = createStrangerFaces({ db, keys: { embedding: Buffer.from(embeddingKey) } })
const send = (message: FromStrangerThread) => parentPort?.postMessage(message)

/** One question at a time: the faces are brought up to date before each. */
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (message: ToStrangerThread) => {
  last = last.then(() => (message ? answer(message) : end()))
})

async function answer({ id, question }: NonNullable<ToStrangerThread>): Promise<void> {
  try {
    send({ id, answer: await faces.search(question) })
  } catch (error) {
    send({ id, problem: error instanceof Error ? error.message : String(error) })
  }
}

async function end(): Promise<void> {
  await db.destroy()
  parentPort?.close()
}
