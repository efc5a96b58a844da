import { readToken } from '../lib/session.ts'
import { beatMs, type PageWord, type WorkerWord } from './live-port.ts'
import { type LiveHints, type LivePage, liveStream } from './live-stream.ts'

type Tell = (heard: LiveHints) => void

/** So many beats may be lost. Counted, not timed: a tab that slept wakes to one of them, and to what waits for it. */
const maxLost = 2

/**
 * Follows the server's hints by the stream that all tabs of this session share; by a stream of its own in a browser without shared workers
 * (Chrome for Android, on which few have seven tabs). Gives the function that ends it.
 */
export function joinLive(page: LivePage, tell: Tell): () => void {
  const alone = (told: Tell) => liveStream().join(page, told)
  let leave = () => {}
  const follow = (told: Tell) => {
    const shared = startShared()
    leave = shared
      ? joinShared(shared, page, told, {
          onRefused: () => (leave = alone(told)),
          onSilent: (hasSpoken) => {
            tell({ isOpen: false, hasMissed: false, topics: [] })
            // A new worker takes the place of one that has ended; one that never said a word would say none again.
            if (hasSpoken) follow(afterGap(tell))
            else leave = alone(afterGap(tell))
          },
        })
      : alone(told)
  }
  follow(tell)
  return () => leave()
}

/** After a gap everything may have changed. */
function afterGap(tell: Tell): Tell {
  let isKnown = false
  return (heard) => {
    tell(isKnown ? heard : { ...heard, hasMissed: heard.isOpen || heard.hasMissed })
    isKnown ||= heard.isOpen
  }
}

type Ends = { onRefused: () => void; onSilent: (hasSpoken: boolean) => void }

function joinShared(shared: SharedWorker, page: LivePage, tell: Tell, { onRefused, onSilent }: Ends): () => void {
  const { port } = shared
  const say = (word: PageWord) => port.postMessage(word)
  const until = new AbortController()
  const { signal } = until
  let lost = 0
  let hasSpoken = false
  const beat = setInterval(() => {
    lost += 1
    if (lost <= maxLost) return
    leave()
    onSilent(hasSpoken)
  }, beatMs)
  const leave = () => {
    clearInterval(beat)
    until.abort()
    say('left')
    port.close()
  }
  port.addEventListener(
    'message',
    ({ data }: MessageEvent<WorkerWord>) => {
      lost = 0
      hasSpoken = true
      try {
        if (data !== 'beat') tell(data)
      } finally {
        // A listener that fails must not keep the next hint away.
        say('heard')
      }
    },
    { signal },
  )
  // Its file may be gone: the server has a newer release.
  shared.addEventListener(
    'error',
    () => {
      leave()
      onRefused()
    },
    { signal },
  )
  // A page that the browser keeps for the way back goes on when it is shown again.
  addEventListener('pagehide', ({ persisted }) => persisted || leave(), { signal })
  port.start()
  say(page)
  return leave
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
