import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import { heapOf } from './terminal-page.ts'

/* The memory and objects of a terminal's page at one moment: taken repeatedly, they show what grows. */

export interface Held {
  /** Bytes of the page's own script heap, rubbish collected. */
  readonly heap: number
  /** The same of the worker with the face engine. */
  readonly workerHeap: number
  /** Its buffers outside of that heap. */
  readonly workerBuffers: number
  readonly nodes: number
  readonly listeners: number
  /** Timers that wait; 0 where nobody counts them. */
  readonly timers: number
  readonly rows: number
  /** Bytes of the browser's database and of the files it keeps, as the browser reports them. */
  readonly stored: number
  /** Memory of the process behind the page, with its worker and WebAssembly; 0 if the system does not tell. */
  readonly resident: number
  /** Memory of the browser's other processes together. */
  readonly others: number
}

export async function look(page: Page): Promise<Held> {
  const heap = await heapOf(page)
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
    const ofWorker = await lookAtWorker(session)
    const [timers, rows, stored] = await page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
      const database = await done(indexedDB.open('gatehouse-terminal'))
      const stores = [...database.objectStoreNames]
      const transaction = database.transaction(stores)
      const counts = await Promise.all(stores.map((name) => done(transaction.objectStore(name).count())))
      database.close()
      const { usage = 0 } = await navigator.storage.estimate()
      return [globalThis.pendingTimers ?? 0, counts.reduce((sum, count) => sum + count, 0), usage] as const
    })
    return { heap, ...ofWorker, nodes, listeners, timers, rows, stored, ...(await residentBytes(page)) }
  } finally {
    await session.detach()
  }
}

/** A debugger of the worker, by way of the page's: Playwright has none for workers. */
async function lookAtWorker(session: CDPSession): Promise<Pick<Held, 'workerHeap' | 'workerBuffers'>> {
  const found = Promise.withResolvers<string>()
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.url.includes('face-worker')) found.resolve(sessionId)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const sessionId = await found.promise
  let lastId = 0
  const asking = new Map<number, (result: unknown) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id = 0, result } = answer.parse(JSON.parse(message))
    asking.get(id)?.(result)
  })
  const ask = async <T extends z.ZodType>(schema: T, method: string, params: object = {}): Promise<z.output<T>> => {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<unknown>()
    asking.set(id, resolve)
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    return schema.parse(await promise)
  }
  await ask(z.unknown(), 'HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await ask(usage, 'Runtime.getHeapUsage')
  return { workerHeap: usedSize, workerBuffers: backingStorageSize }
}

const answer = z.object({ id: z.int().optional(), result: z.unknown().optional() })
const usage = z.object({ usedSize: z.number(), backingStorageSize: z.number() })

/** The largest of the browser's processes that show pages is the terminal's. */
export async function residentBytes(page: Page): Promise<Pick<Held, 'resident' | 'others'>> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const sizes = await Promise.all(
    processInfo.map(async ({ type, id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      return { type, bytes: 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) }
    }),
  )
  const resident = Math.max(0, ...sizes.filter(({ type }) => type === 'renderer').map(({ bytes }) => bytes))
  return { resident, others: sizes.reduce((sum, { bytes }) => sum + bytes, -resident) }
}
