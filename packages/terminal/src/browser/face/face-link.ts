import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import { sha256OfBytes } from '../../lib/random.ts'
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

/** The largest file that a tablet fetches in one piece and holds beside the built-in one. */
const maxBytes = 60_000_000
/** The files of other recognisers, for starts without the server. */
const cacheName = 'recognisers'
const addressOf = (modelId: string): string => `/terminal/recognisers/${modelId}.onnx`

const recogniserOf = (modelId: string): Recogniser => ({
  modelId,
  async look(picture, { checksLiveness }): Promise<SeenFace | null> {
    const noticed = known.get(picture)
    // A face that was seen before the change is described again.
    if (noticed && (noticed.face === null || noticed.modelId === modelId)) return noticed.face
    return askWorker({ kind: 'look', picture: new Uint8Array(picture), checksLiveness, modelId })
  },
  place: async (picture) => known.get(picture)?.place ?? null,
})

/** The recogniser of the page, which can change over to others; `idInUse` names the one that decides meanwhile. */
export function createWorkerRecogniser(idInUse: () => string | undefined): Recogniser {
  async function load(spec: RecogniserSpec, model: Uint8Array<ArrayBuffer>): Promise<Recogniser> {
    await askWorker({ kind: 'take', spec, model, idInUse: idInUse() ?? faceModelId }, [model.buffer])
    return recogniserOf(spec.modelId)
  }

  /** A tablet has no room for files that nobody compares with. */
  async function dropFiles(cache: Cache, kept: readonly (string | undefined)[]): Promise<void> {
    const addresses = kept.flatMap((modelId) => (modelId === undefined ? [] : [addressOf(modelId)]))
    for (const request of await cache.keys())
      if (!addresses.includes(new URL(request.url).pathname)) await cache.delete(request)
  }

  return {
    ...recogniserOf(faceModelId),
    others: {
      maxBytes,
      async take(spec, model) {
        const taken = await load(spec, new Uint8Array(model))
        const cache = await caches.open(cacheName)
        await dropFiles(cache, [spec.modelId, idInUse()])
        await cache.put(addressOf(spec.modelId), new Response(new Uint8Array(model)))
        return taken
      },
      async reopen(spec) {
        const kept = await (await caches.open(cacheName)).match(addressOf(spec.modelId))
        if (!kept) return null
        const model = new Uint8Array(await kept.arrayBuffer())
        return (await sha256OfBytes(model)) === spec.sha256 ? load(spec, model) : null
      },
    },
  }
}

export const workerCodeReader: CodeReader = {
  async read(picture) {
    const noticed = known.get(picture)
    return noticed ? [...noticed.codes] : [...(await askWorker({ kind: 'read', picture: new Uint8Array(picture) }))]
  },
}
