import type { HttpSend, WireResponse } from '../link/send.ts'
import { LinkError } from '../link/link-error.ts'

/** The same as `createHttpSend` in Node, with the browser's own `fetch`. */
export const createFetchSend = (silenceMs = 20_000): HttpSend => ({
  async send({ method, url, headers, body, signal }): Promise<WireResponse> {
    const silence = watchSilence(silenceMs)
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: body && new Uint8Array(body),
        // The credentials are in a header of their own; the session of a console in this browser must not be sent.
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      })
      const retryAfter = response.headers.get('retry-after')
      return {
        status: response.status,
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        body: await readBody(response, silence.hear),
      }
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new LinkError('unreachable', `no answer from ${url.origin}: ${why}`, { cause })
    } finally {
      silence.end()
    }
  },
  open() {
    throw new Error('a page cannot write its requests itself')
  },
  close() {},
})

/** Aborts once nothing has been heard for a while: the file of a recogniser may take minutes, as long as it comes. */
function watchSilence(silenceMs: number) {
  const silence = new AbortController()
  const fall = () => silence.abort(new Error(`nothing came for ${silenceMs / 1000} s`))
  let timer = setTimeout(fall, silenceMs)
  const end = (): void => clearTimeout(timer)
  return {
    signal: silence.signal,
    hear() {
      end()
      timer = setTimeout(fall, silenceMs)
    },
    end,
  }
}

async function readBody({ body }: Response, hear: () => void): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, to) {
      hear()
      to.enqueue(part)
    },
  })
  return new Uint8Array(await new Response(body.pipeThrough(heard)).arrayBuffer())
}
