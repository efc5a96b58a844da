import type { Behaviour } from '../core/behaviour.ts'
import { LinkError } from '../link/link-error.ts'

export type DiesOptions = {
  /** The number of requests that still succeed. */
  readonly afterSends: number
  /**
   * The way in which it dies; without one, the terminal drops everything. `() => process.kill(process.pid, 'SIGKILL')`
   * is real.
   */
  readonly die?: () => void
}

/** Loses power at a request that the server has carried out, before the answer is read: the worst possible moment. */
export const dies = ({ afterSends, die }: DiesOptions): Behaviour => ({
  name: 'dies',
  wire(next, terminal) {
    let sends = 0
    return async (request) => {
      if (sends++ < afterSends) return next(request)
      await next(request)
      ;(die ?? terminal.die)()
      throw new LinkError('unreachable', 'the terminal has died')
    }
  },
})
