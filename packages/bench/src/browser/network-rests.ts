import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** A page asks for nothing as long before it counts as complete. */
const quietMs = 500
const atMostMs = 30_000

/**
 * Follows the requests of a page, from before it is opened; the answer waits until none is under way. The stream of hints never ends, and a
 * worker that tabs share fetches its file itself: the browser tells a page that this has begun, and never that it is over, so that
 * Playwright's own `networkidle` never comes.
 */
export function networkRests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let sinceMs = performance.now()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource' && !request.url().includes('/live-worker-')) underWay.add(request)
  })
  const end = (request: Request) => {
    underWay.delete(request)
    sinceMs = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const begunMs = performance.now()
    while (underWay.size > 0 || performance.now() - sinceMs < quietMs) {
      if (performance.now() - begunMs > atMostMs)
        throw new Error(`still under way: ${[...underWay].map((request) => request.url()).join(' ')}`)
      await wait(50)
    }
  }
}
