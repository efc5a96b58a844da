import type { Behaviour } from '../core/behaviour.ts'

/**
 * Sends every changing request twice, as after an answer that came too late; the second answer counts. Pairing is the
 * exception: a code works once.
 */
export const sendsTwice = (): Behaviour => ({
  name: 'sends-twice',
  wire: (next) => async (request) => {
    if (request.method === 'POST' && !request.url.pathname.endsWith('/v1/pair')) await next(request)
    return next(request)
  },
})
