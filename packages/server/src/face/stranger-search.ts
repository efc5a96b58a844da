import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { InstallKeys } from '../lib/install-keys.ts'
import type { StrangerAnswer, StrangerQuestion } from './stranger-faces.ts'
import type { FromStrangerThread, StrangerThreadData, ToStrangerThread } from './stranger-messages.ts'

/** Searches the faces of strangers on a thread of its own, which is started by the first question. */
export type StrangerSearch = {
  /** @throws what the thread failed with; the next question starts another */
  search(question: StrangerQuestion): Promise<StrangerAnswer>
  close(): Promise<void>
}

/** After so long without a question the thread ends, and with it all faces that it had opened. */
const idleMs = 10 * 60_000

export function createStrangerSearch(
  databaseUrl: string,
  keys: Pick<InstallKeys, 'embedding'>,
  idle = idleMs,
): StrangerSearch {
  const waiting = new Map<number, PromiseWithResolvers<StrangerAnswer>>()
  let thread: Worker | undefined
  let idling: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const workerData: StrangerThreadData = { databaseUrl, embeddingKey: keys.embedding }
    const started = new Worker(new URL('./stranger-worker.ts', import.meta.url), { workerData, execArgv: [] })
    let problem = 'the thread that searches strangers ended'
    started.on('message', (message: FromStrangerThread) => {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if ('answer' in message) asked?.resolve(message.answer)
      else asked?.reject(new Error(message.problem))
      if (waiting.size === 0) rest()
    })
    started.on('error', (error) => (problem = error instanceof Error ? error.message : String(error)))
    started.on('exit', () => {
      if (thread === started) thread = undefined
      // Another is at work already: what waits, waits for it.
      if (thread) return
      for (const { reject } of waiting.values()) reject(new Error(problem))
      waiting.clear()
    })
    return started
  }

  /** Nothing to do: the process may end, and after a while the thread does. */
  function rest(): void {
    thread?.unref()
    idling = setTimeout(() => void end(), idle).unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idling)
    const ending = thread
    if (!ending) return
    thread = undefined
    ending.ref()
    const ended = once(ending, 'exit')
    // In the middle of reading all faces it would not hear.
    if (waiting.size > 0) void ending.terminate()
    else ending.postMessage(undefined satisfies ToStrangerThread)
    await ended
  }

  return {
    search(question) {
      clearTimeout(idling)
      thread ??= start()
      thread.ref()
      const id = ++lastId
      const asked = Promise.withResolvers<StrangerAnswer>()
      waiting.set(id, asked)
      thread.postMessage({ id, question } satisfies ToStrangerThread)
      return asked.promise
    },
    close: end,
  }
}
