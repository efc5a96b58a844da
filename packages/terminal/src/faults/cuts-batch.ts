import type { Behaviour, Wire } from '../core/behaviour.ts'
import type { WireRequest } from '../link/send.ts'
import { LinkError } from '../link/link-error.ts'

/**
 * The line breaks in the middle of a batch of records, this many times: half of the body is sent and the socket
 * destroyed.
 */
export const cutsBatchInTheMiddle = (times = 1): Behaviour => ({
  name: 'cuts-batch',
  wire(next, terminal) {
    let left = times
    return async (request) => {
      const isBatch = request.url.pathname.endsWith('/v1/records') && request.body !== null
      if (!isBatch || left === 0) return next(request)
      left--
      await sendHalf(terminal, request)
      throw new LinkError('unreachable', 'the line broke in the middle')
    }
  },
})

function sendHalf({ open }: Wire, request: WireRequest): Promise<void> {
  const body = request.body ?? new Uint8Array()
  return new Promise((resolve) => {
    const outgoing = open(request)
    outgoing.on('error', () => resolve()) // that is intended
    outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      outgoing.destroy()
      resolve()
    })
  })
}
