import type { Log } from '../ctx.ts'
import { unopenedChannel } from './seal.ts'

const quietMs = 60_000

/** Logs sealed values that do not open, each place once a minute: a list has twenty of them. The result stops that. */
export function logUnopened(log: Log): () => void {
  const lastMs = new Map<string, number>()
  const note = (message: unknown) => {
    const place = typeof message === 'object' && message && 'place' in message ? String(message.place) : ''
    const now = performance.now()
    if (now - (lastMs.get(place) ?? -Infinity) < quietMs) return
    lastMs.set(place, now)
    log.error({ place }, 'a sealed value does not open: it was changed, or sealed with another master key')
  }
  unopenedChannel.subscribe(note)
  return () => unopenedChannel.unsubscribe(note)
}
