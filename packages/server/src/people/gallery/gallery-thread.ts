import { Worker } from 'node:worker_threads'
import type { InstallKeys } from '../../lib/install-keys.ts'
import type { FacesInMemory } from './faces-in-memory.ts'
import type { GalleryAnswer, GalleryCall, GalleryThreadData } from './gallery-worker.ts'

/** The gallery of another thread, with its own connections to the database: neither reading a million faces nor searching them holds anybody up. */
export type GalleryThread = {
  /** @throws the error of the function, or that of the thread if it ended */
  call<K extends keyof FacesInMemory>(
    name: K,
    ...given: Parameters<FacesInMemory[K]>
  ): Promise<Awaited<ReturnType<FacesInMemory[K]>>>
  readonly isAlive: boolean
  close(): Promise<void>
}

type Waiting = PromiseWithResolvers<unknown>

/** `onProgress` hears of the people read so far. */
export function startGalleryThread(
  databaseUrl: string,
  keys: Pick<InstallKeys, 'embedding'>,
  onProgress: (people: number) => void,
): GalleryThread {
  const data: GalleryThreadData = { databaseUrl, embeddingKey: keys.embedding }
  const worker = new Worker(new URL('./gallery-worker.ts', import.meta.url), { workerData: data, execArgv: [] })
  const waiting = new Map<number, Waiting>()
  let number = 0
  let ended: Error | undefined

  function end(error: Error): void {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => end(new Error(`the thread of the gallery ended with ${code}`)))
  worker.on('message', (answer: GalleryAnswer) => {
    if ('people' in answer) return onProgress(answer.people)
    const asked = waiting.get(answer.number)
    waiting.delete(answer.number)
    if ('failure' in answer) asked?.reject(answer.failure)
    else asked?.resolve(answer.value)
  })

  return {
    get isAlive() {
      return ended === undefined
    },
    async call(name, ...given) {
      if (ended !== undefined) throw ended
      const asked = Promise.withResolvers<unknown>()
      waiting.set(++number, asked)
      worker.postMessage({ number, name, given } satisfies Record<keyof GalleryCall, unknown>)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers with what the function gives
      return (await asked.promise) as never
    },
    close: async () => void (await worker.terminate()),
  }
}
