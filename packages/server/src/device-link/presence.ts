import type { Services } from '../ctx.ts'
import type { LiveUpdates } from '../hints/live-updates.ts'
import { updatePresence, updateSilentOffline } from './presence-store.ts'

export type Presence = {
  /** A device connected or left. */
  note(ldid: string, isOnline: boolean): void
  /** A device has made a call: it is online, whatever is known of its connections. */
  heard(ldid: string): void
  close(): Promise<void>
}

/** Changes are written together: a thousand terminals that return after a restart are a few statements. */
const collectMs = 50
const retryMs = 1_000

export type PresenceOptions = {
  /** A device that was silent for this time is offline: it has missed three polls by then. */
  silentMs?: number
  /** The interval of checking for silent devices. */
  watchMs?: number
  /**
   * The interval of storing that devices are still online: a thousand terminals are one statement every few seconds.
   */
  noteMs?: number
  /** A message that was under way when a connection ended does not count as a sign of life. */
  lateMs?: number
}

/**
 * Stores which devices are online: those that are connected, or have called within the deadline. The
 * deadline covers a broker that is restarted, or a lost goodbye; after the server's own start the terminals have the
 * same time to return.
 */
export function keepPresence(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  connected: () => readonly string[],
  liveUpdates: LiveUpdates,
  { silentMs = 90_000, watchMs = 10_000, noteMs = 30_000, lateMs = 2_000 }: PresenceOptions = {},
): Presence {
  const { db, clock, log } = services
  const startedMs = performance.now()
  let pending = new Map<string, boolean>()
  /** The time when a device was last stored as online, and when it went offline. */
  const notedMs = new Map<string, number>()
  const goneMs = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let dueMs = Number.POSITIVE_INFINITY
  let working: Promise<void> = Promise.resolve()
  let isClosed = false

  function schedule(ms: number): void {
    const atMs = performance.now() + ms
    if (isClosed || atMs >= dueMs) return
    clearTimeout(timer)
    dueMs = atMs
    timer = setTimeout(() => {
      dueMs = Number.POSITIVE_INFINITY
      working = working.then(flush)
    }, ms)
  }

  async function flush(): Promise<void> {
    const changes = pending
    pending = new Map()
    if (changes.size === 0) return
    try {
      if ((await updatePresence(db, changes, clock.now().toString())) > 0) liveUpdates.notify('devices')
    } catch (error) {
      log.warn({ err: error }, 'presence could not be written; trying again')
      // Changes that arrived meanwhile are newer.
      pending = new Map([...changes, ...pending])
      schedule(retryMs)
    }
  }

  function note(ldid: string, isOnline: boolean): void {
    const nowMs = performance.now()
    const isKnown = isOnline && notedMs.has(ldid)
    if (isOnline) {
      if (isKnown && pending.get(ldid) !== false && nowMs - (notedMs.get(ldid) ?? 0) < noteMs) return
      notedMs.set(ldid, nowMs)
    } else {
      notedMs.delete(ldid)
      goneMs.set(ldid, nowMs)
    }
    pending.set(ldid, isOnline)
    schedule(isKnown ? noteMs / 6 : collectMs)
  }

  const watch = setInterval(() => {
    const nowMs = performance.now()
    for (const [ldid, atMs] of goneMs) if (nowMs - atMs > lateMs) goneMs.delete(ldid)
    // A device that was silent for this long is stored at once when it is heard again.
    for (const [ldid, atMs] of notedMs) if (nowMs - atMs > silentMs) notedMs.delete(ldid)
    if (nowMs - startedMs < silentMs) return
    working = working.then(() => settleSilent(services, connected, liveUpdates, silentMs))
  }, watchMs)
  watch.unref()

  return {
    note,
    heard(ldid) {
      if (performance.now() - (goneMs.get(ldid) ?? Number.NEGATIVE_INFINITY) > lateMs) note(ldid, true)
    },
    /**
     * Online devices stay so in the table: after a restart they return within the deadline, and nobody sees a change.
     */
    async close() {
      isClosed = true
      clearInterval(watch)
      clearTimeout(timer)
      await working
    },
  }
}

/** Stores those as offline who have gone silently. */
async function settleSilent(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  connected: () => readonly string[],
  liveUpdates: LiveUpdates,
  silentMs: number,
): Promise<void> {
  try {
    const count = await updateSilentOffline(db, connected(), silentMs, clock.now().toString())
    if (count > 0) liveUpdates.notify('devices')
  } catch (error) {
    log.warn({ err: error }, 'who has gone silently could not be settled; trying again')
  }
}
