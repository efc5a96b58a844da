/** A page hears whether hints come at all, whether some were lost (then everything may have changed), and which topics changed. */
export type LiveHints = { isOpen: boolean; hasMissed: boolean; topics: readonly string[] }

/** A page that follows: `ageMs` ago it began to load what it shows. `address` is that of the server's stream, which begins with `pastMs` of it. */
export type LivePage = { address: string; ageMs: number }

type Tell = (heard: LiveHints) => void
type Connect = (address: string) => EventTarget & Pick<EventSource, 'readyState' | 'close'>

const reconnectMs = { first: 1_000, most: 30_000 }
/** `EventSource.CLOSED` */
const closed = 2
/** As long may a page's word take to the stream, and the stream's request to the server. */
export const wayMs = 2_000

/** The server counts back from the arrival of the request. */
export const pastMs = (ageMs: number): number => ageMs + 2 * wayMs

/** One stream of the server's hints for any number of pages. It is open as long as there are any. */
export function liveStream(connect: Connect = (address) => new EventSource(address)) {
  /** Since when each needs to know what changed. */
  const pages = new Map<Tell, number>()
  const hintedMs = new Map<string, number>()
  let source: ReturnType<Connect> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = reconnectMs.first
  let isOpen = false
  /** Changes since then are known; before the first connection none are. */
  let knownSinceMs: number | undefined

  const greet = (tell: Tell, sinceMs: number) => {
    const hasMissed = knownSinceMs === undefined || sinceMs < knownSinceMs
    tell({ isOpen, hasMissed, topics: [...hintedMs].filter(([, ms]) => ms >= sinceMs).map(([topic]) => topic) })
  }
  const open = ({ address, ageMs }: LivePage) => {
    const current = connect(address)
    source = current
    current.addEventListener('open', () => {
      isOpen = true
      delayMs = reconnectMs.first
      // After a gap everything may have changed.
      knownSinceMs = performance.now() - (knownSinceMs === undefined ? pastMs(ageMs) : 0)
      for (const [tell, sinceMs] of pages) greet(tell, sinceMs)
    })
    current.addEventListener('hint', (event) => {
      const topic = event instanceof MessageEvent ? topicOf(event.data) : undefined
      if (topic === undefined) return
      hintedMs.set(topic, performance.now())
      for (const tell of pages.keys()) tell({ isOpen, hasMissed: false, topics: [topic] })
    })
    // The browser reconnects by itself after a broken connection, but gives up after an answer that is not an event stream.
    current.addEventListener('error', () => {
      isOpen = false
      for (const tell of pages.keys()) tell({ isOpen, hasMissed: false, topics: [] })
      if (current.readyState !== closed) return
      timer = setTimeout(() => open({ address, ageMs }), delayMs)
      delayMs = Math.min(delayMs * 2, reconnectMs.most)
    })
  }
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
    isOpen = false
    knownSinceMs = undefined
    delayMs = reconnectMs.first
    hintedMs.clear()
  }
  return {
    /** Gives the function that ends it for this page. */
    join(page: LivePage, tell: Tell): () => void {
      const sinceMs = performance.now() - page.ageMs - wayMs
      pages.set(tell, sinceMs)
      if (!source) open(page)
      else if (isOpen) greet(tell, sinceMs)
      return () => {
        if (pages.delete(tell) && pages.size === 0) close()
      }
    },
  }
}

function topicOf(data: unknown): string | undefined {
  try {
    const hint: unknown = JSON.parse(String(data))
    const topic = typeof hint === 'object' && hint !== null && 'topic' in hint ? hint.topic : undefined
    return typeof topic === 'string' ? topic : undefined
  } catch {
    return undefined
  }
}
