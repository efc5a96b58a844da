/** The number of devices that ask again in a second, however many wait. */
const askingPerSecond = 20
const soonestSeconds = 5
/** The maximum time that terminals wait. */
const latestSeconds = 300

/**
 * The devices that were told to ask again. The more they are, the later each asks, at a time of its own: a thousand
 * that ask every five seconds would keep the server busier than those that are served.
 */
export type DownloadQueue = {
  /** The seconds after which this device has to ask again. */
  comeAgain(deviceId: string): number
  leave(deviceId: string): void
}

export function createDownloadQueue(nowMs: () => number = () => performance.now()): DownloadQueue {
  const lastAskedMs = new Map<string, number>()
  return {
    comeAgain(deviceId) {
      const now = nowMs()
      // Moved to the end: the first are those that asked longest ago. A device that has not asked for this long has
      // given up.
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
