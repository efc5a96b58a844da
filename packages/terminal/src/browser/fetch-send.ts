import type { HttpSend, WireResponse } from '../link/send.ts'
import { LinkError } from '../link/link-error.ts'

const silenceMs = 20_000

/** The same as `createHttpSend` in Node, with the browser's own `fetch`. */
export const fetchSend: HttpSend = {
  async send({ method, url, headers, body, signal }): Promise<WireResponse> {
    const silence = AbortSignal.timeout(silenceMs)
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: body && new Uint8Array(body),
        // The credentials are in a header of their own; the session of a console in this browser must not be sent.
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, silence]) : silence,
      })
      const retryAfter = response.headers.get('retry-after')
      return {
        status: response.status,
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        body: new Uint8Array(await response.arrayBuffer()),
      }
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new LinkError('unreachable', `no answer from ${url.origin}: ${why}`, { cause })
    }
  },
  open() {
    throw new Error('a page cannot write its requests itself')
  },
  close() {},
}
