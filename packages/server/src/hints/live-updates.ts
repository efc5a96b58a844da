import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { hint, type Services } from '../ctx.ts'

/**
 * Tells the consoles about changes by devices: at once, then at most five times a second for each topic. A notification
 * inside the transactions of many devices would make their commits wait for each other.
 */
export type LiveUpdates = { notify(topic: LiveTopic): void; close(): void }

const pauseMs = 200
/** After a notification that failed: nobody else tells the consoles of what has changed. */
const againMs = 1_000

export function createLiveUpdates({ db, log }: Pick<Services, 'db' | 'log'>): LiveUpdates {
  const pauses = new Map<LiveTopic, { timer: NodeJS.Timeout; isDue: boolean }>()
  const failing = new Set<LiveTopic>()
  let isClosed = false

  const pause = (topic: LiveTopic, ms: number, isDue: boolean) => {
    clearTimeout(pauses.get(topic)?.timer)
    const timer = setTimeout(() => {
      const hasMore = pauses.get(topic)?.isDue
      pauses.delete(topic)
      if (hasMore) send(topic)
    }, ms)
    pauses.set(topic, { timer, isDue })
  }
  const send = (topic: LiveTopic) => {
    pause(topic, pauseMs, false)
    hint({ db }, { to: 'consoles', topic }).then(
      () => failing.delete(topic),
      (error: unknown) => {
        if (isClosed) return
        // One line in the log for as long as it lasts.
        if (!failing.has(topic)) log.warn({ err: error }, 'consoles could not be notified')
        failing.add(topic)
        pause(topic, againMs, true)
      },
    )
  }

  return {
    notify(topic) {
      if (isClosed) return
      const current = pauses.get(topic)
      if (current) current.isDue = true
      else send(topic)
    },
    close() {
      isClosed = true
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
    },
  }
}
