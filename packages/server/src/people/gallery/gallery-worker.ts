import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, openPool } from '../../db/open-database.ts'
import { createFacesInMemory, type FacesInMemory } from './faces-in-memory.ts'

/** The data that the thread is started with. */
export type GalleryThreadData = { databaseUrl: string; embeddingKey: Uint8Array }

/** A call of one of the gallery's functions. */
export type GalleryCall = {
  [K in keyof FacesInMemory]: { number: number; name: K; given: Parameters<FacesInMemory[K]> }
}[keyof FacesInMemory]

export type GalleryAnswer =
  | { number: number; value: unknown }
  | { number: number; failure: unknown }
  | { people: number }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- gallery-thread.ts is the only one that starts this thread
const { databaseUrl, embeddingKey } = workerData as GalleryThreadData
const say = (answer: GalleryAnswer) => parentPort?.postMessage(answer)
// One connection reads everybody, another one a person who changed meanwhile.
const db = openDatabase(openPool(databaseUrl, 2))
const faces = createFacesInMemory({ db, keys: { embedding: Buffer.from(embeddingKey) } }, (people) => say({ people }))

parentPort?.on('message', ({ number, name, given }: GalleryCall) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name and arguments of a call belong together
  const call = faces[name] as (...given: readonly unknown[]) => unknown
  Promise.try(() => call(...given)).then(
    (value) => say({ number, value }),
    (failure: unknown) => say({ number, failure }),
  )
})
