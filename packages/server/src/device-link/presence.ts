import type { Services } from '../lib/ctx.ts'
import type { DeviceBroker } from './broker/device-broker.ts'
import type { ConsoleNews } from './console-news.ts'
import { updateOthersOffline, updatePresence } from './presence-store.ts'

export type Presence = { close(): Promise<void> }

/** Changes are written together: a thousand terminals that come back after a restart are a few statements. */
const collectMs = 50
const retryMs = 1_000

/**
 * Writes down who is online, as the broker sees it. `graceMs`: time for the terminals to come back after the server's
 * start, before those that did not count as offline.
 */
export function keepPresence(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  broker: DeviceBroker,
  news: ConsoleNews,
  graceMs = 20_000,
): Presence {
  const { db, clock, log } = services
  const online = new Set<string>()
  let pending = new Map<string, boolean>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  const schedule = (ms: number) => {
    if (!isClosed) timer ??= setTimeout(() => void (writing = flush()), ms)
  }

  async function flush(): Promise<void> {
    const changes = pending
    pending = new Map()
    try {
      if ((await updatePresence(db, changes, clock.now().toString())) > 0) news.tell('devices')
      timer = undefined
      if (pending.size > 0) schedule(collectMs)
    } catch (error) {
      log.warn({ err: error }, 'presence could not be written; trying again')
      // What came meanwhile is newer.
      pending = new Map([...changes, ...pending])
      timer = undefined
      schedule(retryMs)
    }
  }

  broker.onPresence((ldid, isOnline) => {
    if (isOnline) online.add(ldid)
    else online.delete(ldid)
    pending.set(ldid, isOnline)
    schedule(collectMs)
  })

  const grace = setTimeout(() => {
    updateOthersOffline(db, [...online], clock.now().toString()).then(
      (count) => {
        if (count > 0) news.tell('devices')
      },
      (error: unknown) => log.warn({ err: error }, 'presence after the start could not be settled'),
    )
  }, graceMs)
  grace.unref()

  return {
    /** Whoever is online stays so in the table: after a restart they are back within the grace, and nobody saw a flicker. */
    async close() {
      isClosed = true
      clearTimeout(grace)
      clearTimeout(timer)
      await writing
    },
  }
}
