import http from 'node:http'
import https from 'node:https'
import { LinkError } from '../link/link-error.ts'
import type { HttpSend, WireRequest, WireResponse } from '../link/send.ts'
import { tlsOptions } from './tls-trust.ts'
import type { Trust } from '../link/trust.ts'

const silenceMs = 20_000
/** 500 people with five embeddings each are 14 MB. */
const maxBytes = 64 * 1024 * 1024

/** Connections that are not used for 5 s are closed, sooner than any server does it: no request meets a dying one. */
const common = { keepAlive: true, maxSockets: 4, timeout: 5_000 }
/** The poll uses these, too, so they are open when a person comes. Gatehouse closes a connection after 72 s. */
const urgent = { keepAlive: true, maxSockets: 2, timeout: 60_000 }

export function createHttpSend(trust: Trust): HttpSend {
  const createAgents = (options: http.AgentOptions) => ({
    http: new http.Agent(options),
    https: new https.Agent({ ...options, ...tlsOptions(trust) }),
  })
  const agents = { common: createAgents(common), urgent: createAgents(urgent) }
  const agentFor = ({ url, isUrgent }: WireRequest): http.Agent =>
    agents[isUrgent ? 'urgent' : 'common'][url.protocol === 'https:' ? 'https' : 'http']

  function open({ method, url, headers, body, signal }: WireRequest, agent: http.Agent | false): http.ClientRequest {
    const length = body ? { 'content-length': String(body.length) } : {}
    const options = { method, headers: { ...headers, ...length }, signal, timeout: silenceMs, agent }
    return url.protocol === 'https:'
      ? https.request(url, { ...options, ...tlsOptions(trust) })
      : http.request(url, options)
  }

  function send(request: WireRequest, isRetry = false): Promise<WireResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WireResponse>()
    const outgoing = open(request, agentFor(request))
    const fail = (cause: Error): void => reject(new LinkError('unreachable', reachText(request.url, cause), { cause }))
    outgoing.on('error', (cause) => {
      // The server has closed a connection that was open for long, just as it was needed.
      const wasStale = request.isUrgent && outgoing.reusedSocket && !request.signal?.aborted
      if (wasStale && !isRetry) resolve(send(request, true))
      else fail(cause)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 20 s')))
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      let size = 0
      const { statusCode = 0 } = incoming
      incoming.on('data', (chunk: Buffer) => {
        if (request.onData && (statusCode === 200 || statusCode === 206)) {
          try {
            request.onData(chunk, statusCode)
          } catch (error) {
            incoming.destroy(error instanceof Error ? error : new Error(String(error)))
          }
          return
        }
        chunks.push(chunk)
        size += chunk.length
        if (size > maxBytes) incoming.destroy(new Error('the answer is too large'))
      })
      incoming.on('error', fail)
      incoming.on('end', () => resolve({ status: statusCode, headers: incoming.headers, body: Buffer.concat(chunks) }))
    })
    outgoing.end(request.body ?? undefined)
    return promise
  }

  return {
    open: (request) => open(request, false),
    send: (request) => send(request),
    close() {
      for (const each of Object.values(agents)) {
        each.http.destroy()
        each.https.destroy()
      }
    },
  }
}

function reachText(url: URL, cause: Error): string {
  // If a name has several addresses and none answers, Node's error has no message of its own, only a code.
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return `no answer from ${url.origin}: ${cause.message || code}`
}
