import type { Behaviour } from '../core/behaviour.ts'
import { LinkError } from '../link/link-error.ts'

/**
 * A bad line: every n-th request is lost. `request`: the server never sees it. `answer`: the server has done it, and the
 * terminal does not know.
 */
export const dropsEvery = (n: number, what: 'request' | 'answer' = 'answer'): Behaviour => ({
  name: 'drops-every',
  wire(next) {
    let count = 0
    return async (request) => {
      const isLost = ++count % n === 0
      if (isLost && what === 'request') throw new LinkError('unreachable', 'the request was lost')
      const response = await next(request)
      if (isLost) throw new LinkError('unreachable', 'the answer was lost')
      return response
    }
  },
})
