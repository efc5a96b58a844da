const lookMs = 30_000
const jumpMs = 300_000

/** Compares the machine's clock with the monotonic one; they differ when it is set, or the machine slept. */
const partedMs = () => Temporal.Now.instant().epochMilliseconds - performance.now()

/**
 * Reports when the machine's clock has jumped. The calendar of graphile-worker would make up for every minute of a jump
 * forward (a machine that slept for a month), and stand still after one backward until the old time comes again.
 */
export function watchClock(jumped: () => void, parted = partedMs): () => void {
  let before = parted()
  const timer = setInterval(() => {
    const now = parted()
    if (Math.abs(now - before) > jumpMs) jumped()
    before = now
  }, lookMs)
  return () => clearInterval(timer)
}
