import type { Log } from './ctx.ts'

/** A part of the five seconds that are promised; the rest is for a busy machine. */
const deadlineMs = 4_500

/** Ends everything, one part after the other; `note` is told the next part. */
export type End = (note: (part: string) => void) => Promise<void>

/**
 * SIGTERM and SIGINT end the process in order, within five seconds; if a part hangs (a database that is gone without
 * notice) it ends all the same, and the log names the part. Further signals change nothing: one Ctrl+C arrives twice,
 * since npm forwards the signal that the keyboard has sent to both.
 */
export function endOnSignal(log: Log, end: End): void {
  let part = ''
  let isEnding = false
  const begin = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => {
      const waitingFor = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name))
      const open = Object.fromEntries(waitingFor.map(([name, all]) => [name, all?.length]))
      log.error({ part, open }, 'the server could not end in order')
      leave(1)
    }, deadlineMs).unref()
    end((next) => (part = next)).then(
      () => leave(0),
      (error: unknown) => {
        log.error({ err: error, part }, 'the server could not end in order')
        leave(1)
      },
    )
  }
  process.on('SIGTERM', begin).on('SIGINT', begin)
}

/**
 * Even `process.exit` waits for Node's threads, and nothing cancels a name lookup that no server answers (half a
 * minute). Therefore the process kills itself after its exit handlers.
 */
function leave(code: number): void {
  const isStuck = code !== 0 || process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
  if (isStuck) process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(code)
}
