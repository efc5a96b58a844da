import type { Behaviour } from '../core/behaviour.ts'

/**
 * Everything that changes something is sent twice, as after an answer that came too late; the second answer counts. Not
 * so pairing: a code is good for once.
 */
export const sendsTwice = (): Behaviour => ({
  name: 'sends-twice',
  wire: (next) => async (request) => {
    if (request.method === 'POST' && !request.url.pathname.endsWith('/v1/pair')) await next(request)
    return next(request)
  },
})
