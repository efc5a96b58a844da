import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { CodeReader } from '../../recognition/code-reader.ts'
import type { Recogniser, SeenFace } from '../../recognition/recogniser.ts'
import type { Answers, Asked, Noticed } from './face-messages.ts'

/* The page's end of the face worker: one for the page, started with it. */

const worker = new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module' })
const waiting = new Map<number, PromiseWithResolvers<unknown>>()
let lastId = 0

worker.addEventListener('message', ({ data: [id, result, error] }: MessageEvent<[number, unknown, string | null]>) => {
  const asker = waiting.get(id)
  waiting.delete(id)
  if (error === null) asker?.resolve(result)
  else asker?.reject(new Error(error))
})
worker.addEventListener('error', ({ message }) => {
  for (const asker of waiting.values()) asker.reject(new Error(message || 'the face engine could not be started'))
  waiting.clear()
})

export async function askWorker<A extends Asked>(asked: A, transfer: Transferable[] = []): Promise<Answers[A['kind']]> {
  const id = ++lastId
  const asker = Promise.withResolvers<unknown>()
  waiting.set(id, asker)
  worker.postMessage([id, asked], transfer)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends are built together from face-messages.ts
  return (await asker.promise) as Answers[A['kind']]
}

/** The faces that the camera has found in its own pictures: they need no second detection. */
const known = new WeakMap<Uint8Array, Noticed>()
export const remember = (noticed: Noticed): void => void known.set(noticed.picture, noticed)

export const workerRecogniser: Recogniser = {
  modelId: faceModelId,
  async look(picture, { checksLiveness }): Promise<SeenFace | null> {
    const noticed = known.get(picture)
    return noticed ? noticed.face : askWorker({ kind: 'look', picture: new Uint8Array(picture), checksLiveness })
  },
  place: async (picture) => known.get(picture)?.place ?? null,
}

export const workerCodeReader: CodeReader = {
  async read(picture) {
    const noticed = known.get(picture)
    return noticed ? [...noticed.codes] : [...(await askWorker({ kind: 'read', picture: new Uint8Array(picture) }))]
  },
}
