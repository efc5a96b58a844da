import type { LiveHints, LivePage } from './live-stream.ts'

/** A page joins, says that it has heard what it was told, and leaves. */
export type PageWord = LivePage | 'heard' | 'left'

/** The shared worker tells of hints, and in between that it is there: a browser may end it and tells nobody. */
export type WorkerWord = LiveHints | 'beat'
export const beatMs = 25_000

type Join = (page: LivePage, tell: (heard: LiveHints) => void) => () => void

/** Follows the hints for one page, at the worker's end of its port. */
export function serve(port: MessagePort, join: Join): void {
  let waiting: LiveHints | undefined
  let isHearing = false
  let leave = () => {}
  const say = (word: WorkerWord) => {
    port.postMessage(word)
    isHearing = true
  }
  // A tab that sleeps hears nothing for hours: what waits for it is one message, which does not grow.
  const send = () => {
    if (isHearing || !waiting) return
    say(waiting)
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
  const beat = setInterval(() => isHearing || say('beat'), beatMs)
  port.addEventListener('message', ({ data }: MessageEvent<PageWord>) => {
    if (data === 'heard') {
      isHearing = false
      send()
    } else if (data === 'left') {
      clearInterval(beat)
      leave()
      port.close()
    } else leave = join(data, tell)
  })
  port.start()
}
