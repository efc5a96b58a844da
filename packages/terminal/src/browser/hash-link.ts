/* The page's end of the worker that hashes cards and PINs: started with the first of them. */

export type HashAsked = {
  readonly id: number
  readonly secret: Uint8Array
  readonly salt: Uint8Array
}
type HashAnswer = {
  readonly id: number
  readonly key: Uint8Array<ArrayBuffer>
}

const waiting = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>()
let worker: Worker | undefined
let lastId = 0

function start(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data: { id, key } }: MessageEvent<HashAnswer>) => {
    waiting.get(id)?.resolve(key)
    waiting.delete(id)
  })
  started.addEventListener('error', ({ message }) => {
    // The next card starts another worker.
    worker = undefined
    for (const asker of waiting.values()) asker.reject(new Error(message || 'cards and PINs cannot be hashed here'))
    waiting.clear()
  })
  return started
}

export function slowHash(secret: Uint8Array, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const id = ++lastId
  const asker = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  waiting.set(id, asker)
  worker ??= start()
  worker.postMessage({ id, secret, salt } satisfies HashAsked)
  return asker.promise
}
