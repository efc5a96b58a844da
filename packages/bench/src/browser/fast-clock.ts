/* A day that passes within an hour: the clock of a page, and of the server that it calls, goes many times as fast. */

export interface Pace {
  readonly factor: number
  /** The instant at which both clocks still showed the real time. */
  readonly sinceMs: number
}

declare global {
  /** Timers of the page that have not run yet. */
  var pendingTimers: number | undefined
}

/**
 * Runs before all other scripts, in a page or in the server, and imports nothing: it is sent as text. Each question about the time is
 * answered by the fast clock. In a page a wait of more than ten seconds is divided by the pace, to one second at least. Shorter waits
 * stay as they are: they are the rhythm of the camera and the time limit of a connection, which Chromium itself delays by up to five
 * seconds after many failures. The measure of durations (`performance.now`) stays as it is in the page; in the server it follows
 * the clock, which would otherwise seem to jump.
 */
export function quicken({ factor, sinceMs }: Pace): void {
  const { Date: RealDate } = globalThis
  const shown = RealDate.now.bind(RealDate)
  const nowMs = () => Math.round(sinceMs + factor * (shown() - sinceMs))
  Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(nowMs())
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: [] | [number]) => new target(...(given.length === 0 ? ([nowMs()] as const) : given)),
    get: (target, name): unknown => (name === 'now' ? nowMs : Reflect.get(target, name)),
  })
  if (!('document' in globalThis)) {
    const counted = performance.now.bind(performance)
    performance.now = () => counted() * factor
    return
  }
  const shorter = (ms = 0) => (ms > 10_000 ? Math.max(1_000, ms / factor) : ms)
  const pending = new Set<number>()
  Object.defineProperty(globalThis, 'pendingTimers', { get: () => pending.size })
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window
  Object.assign(globalThis, {
    setTimeout(run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) {
      const timer = setTimeout(() => {
        pending.delete(timer)
        run(...given)
      }, shorter(ms))
      pending.add(timer)
      return timer
    },
    setInterval(run: () => void, ms?: number, ...given: unknown[]) {
      const timer = setInterval(run, shorter(ms), ...given)
      pending.add(timer)
      return timer
    },
    clearTimeout(timer: number) {
      pending.delete(timer)
      clearTimeout(timer)
    },
    clearInterval(timer: number) {
      pending.delete(timer)
      clearInterval(timer)
    },
  })
}

/** The environment with which a program of Node follows that clock. */
export function quickenedBy(pace: Pace): Record<string, string> {
  const script = Buffer.from(`(${quicken.toString()})(${JSON.stringify(pace)})`).toString('base64')
  return { NODE_OPTIONS: `--import data:text/javascript;base64,${script}` }
}

/** Resolves when that clock shows so many hours since it began to be fast. */
export const untilHour = ({ factor, sinceMs }: Pace, hour: number): Promise<void> =>
  new Promise((resolve) => {
    const endsAtMs = sinceMs + (hour * 3_600_000) / factor
    setTimeout(resolve, Math.max(0, endsAtMs - Temporal.Now.instant().epochMilliseconds))
  })
