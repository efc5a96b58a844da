import type { Log } from './ctx.ts'

/** Of the five seconds that are promised; the rest is for a busy machine. */
const deadlineMs = 4_500

/** Ends everything, one part after the other; `note` hears which is next. */
export type End = (note: (part: string) => void) => Promise<void>

/**
 * SIGTERM and SIGINT end the process in order, within five seconds; where something hangs (a database that is gone and never says
 * so) it ends all the same, and the log says what that was. Further signals change nothing: one Ctrl+C is two, since npm
 * passes on what the keyboard has sent to both.
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
 * Even `process.exit` waits for what Node's threads are at, and nothing calls off the question for a name that no server answers
 * (half a minute). Then the process has itself killed, after whatever is to be done at its exit.
 */
function leave(code: number): void {
  const isStuck = code !== 0 || process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
  if (isStuck) process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(code)
}
