import type { Behaviour } from '../core/behaviour.ts'
import { LinkError } from '../link/link-error.ts'

export type DiesOptions = {
  /** Requests that still go well. */
  readonly afterSends: number
  /** How it dies; the terminal drops everything when not given. `() => process.kill(process.pid, 'SIGKILL')` is real. */
  readonly die?: () => void
}

/** Loses power at a request which the server has carried out, and before the answer is read: the worst moment there is. */
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
