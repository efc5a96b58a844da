/** The number of devices that ask again in a second, however many wait. */
const askingPerSecond = 20
const soonestSeconds = 5
/** Terminals wait no longer. */
const latestSeconds = 300

/**
 * Those that were told to come again. The more they are, the later each comes, at a time of its own: a thousand that ask
 * every five seconds would keep the server busier than those that are served.
 */
export type DownloadQueue = {
  /** After how many seconds this one is to come again. */
  comeAgain(deviceId: string): number
  leave(deviceId: string): void
}

export function createDownloadQueue(nowMs: () => number = () => performance.now()): DownloadQueue {
  const lastAskedMs = new Map<string, number>()
  return {
    comeAgain(deviceId) {
      const now = nowMs()
      // Moved to the end: the first are those that asked longest ago. Who has not come back for so long has given up.
      lastAskedMs.delete(deviceId)
      lastAskedMs.set(deviceId, now)
      for (const [id, askedMs] of lastAskedMs) {
        if (now - askedMs < 2 * latestSeconds * 1000) break
        lastAskedMs.delete(id)
      }
      const seconds = Math.max(soonestSeconds, lastAskedMs.size / askingPerSecond) * (0.5 + Math.random())
      return Math.ceil(Math.min(latestSeconds, seconds))
    },
    leave: (deviceId) => void lastAskedMs.delete(deviceId),
  }
}
