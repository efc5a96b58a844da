import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { hint, type Services } from '../ctx.ts'

/**
 * Tells the consoles about changes by devices: at once, then at most five times a second for each topic. A notification
 * inside the transactions of many devices would make their commits wait for each other.
 */
export type LiveUpdates = { notify(topic: LiveTopic): void; close(): void }

const pauseMs = 200

export function createLiveUpdates({ db, log }: Pick<Services, 'db' | 'log'>): LiveUpdates {
  const pauses = new Map<LiveTopic, { timer: NodeJS.Timeout; isDue: boolean }>()
  let isClosed = false

  const send = (topic: LiveTopic) => {
    const timer = setTimeout(() => {
      const isDue = pauses.get(topic)?.isDue
      pauses.delete(topic)
      if (isDue) send(topic)
    }, pauseMs)
    pauses.set(topic, { timer, isDue: false })
    hint({ db }, { to: 'consoles', topic }).catch((error: unknown) =>
      log.warn({ err: error }, 'consoles could not be notified'),
    )
  }

  return {
    notify(topic) {
      if (isClosed) return
      const pause = pauses.get(topic)
      if (pause) pause.isDue = true
      else send(topic)
    },
    close() {
      isClosed = true
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
    },
  }
}
