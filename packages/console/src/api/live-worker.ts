import { type LiveHints, type LivePage, liveStream } from './live-stream.ts'

/*
 * The worker that all tabs of a session share. Without HTTPS a browser has six connections to a server, and a stream for each tab would
 * leave none to the seventh.
 */

/** A page joins, says that it has heard what it was told, and leaves. */
export type PageWord = LivePage | 'heard' | 'left'

const { join } = liveStream()

addEventListener('connect', (event) => {
  if (event instanceof MessageEvent) for (const port of event.ports) serve(port)
})

function serve(port: MessagePort) {
  let waiting: LiveHints | undefined
  let isHearing = false
  let leave = () => {}
  // A tab that sleeps hears nothing for hours: what waits for it is one message, which does not grow.
  const send = () => {
    if (isHearing || !waiting) return
    port.postMessage(waiting)
    isHearing = true
    waiting = undefined
  }
  const tell = (heard: LiveHints) => {
    waiting = waiting
      ? {
          isOpen: heard.isOpen,
          hasMissed: waiting.hasMissed || heard.hasMissed,
          topics: [...new Set([...waiting.topics, ...heard.topics])],
        }
      : heard
    send()
  }
  port.addEventListener('message', ({ data }: MessageEvent<PageWord>) => {
    if (data === 'heard') {
      isHearing = false
      send()
    } else if (data === 'left') {
      leave()
      port.close()
    } else leave = join(data, tell)
  })
  port.start()
}
