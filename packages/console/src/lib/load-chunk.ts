import { nowMs } from './clock.ts'

/** Specification section 9: a part of the console that does not arrive in this time is an error that the person sees. */
export const chunkTimeoutMs = 120_000

/** NAV-10: a part of the console did not load, or not in time. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
  constructor(cause?: unknown) {
    super('chunk-not-loaded', { cause })
  }
}

const triedKey = 'reloadedForChunkAt'
/** A page that was reloaded this short a time ago is not reloaded again: that would never end. */
const patienceMs = 60_000

/** Whether there is a page to reload: without its server the browser would put an error page of its own in place of ours. */
const isServed = () =>
  fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Loads a part of the console (`() => import('…')`). After an upgrade an old tab asks for files that are gone: the page
 * is then reloaded, once; what still does not come is a ChunkError, shown with a way to retry.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  timeoutMs = chunkTimeoutMs,
  page = { isServed, reload: () => location.reload() },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause
    if (nowMs() - Number(sessionStorage.getItem(triedKey)) > patienceMs && (await page.isServed())) {
      sessionStorage.setItem(triedKey, String(nowMs()))
      page.reload()
    }
    throw new ChunkError(cause)
  } finally {
    clearTimeout(timer)
  }
}
