import { readToken } from '../lib/session.ts'
import { type LiveHints, type LivePage, liveStream } from './live-stream.ts'
import type { PageWord } from './live-worker.ts'

/**
 * Follows the server's hints by the stream that all tabs of this session share; by a stream of its own in a browser without shared workers
 * (Chrome for Android, on which few have seven tabs). Gives the function that ends it.
 */
export function joinLive(page: LivePage, tell: (heard: LiveHints) => void): () => void {
  const alone = () => liveStream().join(page, tell)
  const shared = startShared()
  if (!shared) return alone()
  const { port } = shared
  const say = (word: PageWord) => port.postMessage(word)
  const until = new AbortController()
  const { signal } = until
  let leave = () => {
    until.abort()
    say('left')
    port.close()
  }
  port.addEventListener(
    'message',
    ({ data }: MessageEvent<LiveHints>) => {
      tell(data)
      say('heard')
    },
    { signal },
  )
  // Its file may be gone: the server has a newer release.
  shared.addEventListener(
    'error',
    () => {
      leave()
      leave = alone()
    },
    { signal },
  )
  // A page that the browser keeps for the way back goes on when it is shown again.
  addEventListener('pagehide', ({ persisted }) => persisted || leave(), { signal })
  port.start()
  say(page)
  return () => leave()
}

/** Another session has another worker: its hints are those of its role. */
function startShared(): SharedWorker | undefined {
  if (!('SharedWorker' in globalThis)) return undefined
  try {
    const name = `live ${readToken().slice(-8)}`
    return new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name })
  } catch {
    return undefined
  }
}
