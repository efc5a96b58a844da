import { addressOf, readReply, untypedRequestOf, type Refusal, type ReplyOf } from '@gatehouse/contract/client.ts'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import { z } from 'zod'
import type { Send, WireRequest, WireResponse } from './send.ts'
import { LinkError } from './link-error.ts'

export type CallInput<R extends DeviceRoute> = {
  readonly params?: z.input<R['params']>
  readonly query?: z.input<R['query']>
  readonly body?: z.input<R['body']>
  readonly signal?: AbortSignal
  /** A person waits at the door for the answer: it goes by a connection that is kept open, past everything else. */
  readonly isUrgent?: boolean
}

/** The server and the identity for calls. */
export type Caller = {
  readonly send: Send
  readonly serverUrl: URL
  /** `<ldid>.<secret>`; null before pairing. */
  readonly credentials: string | null
}

/** Trying again sooner is useless: somebody must act first. */
const credentialsPauseMs = 30_000

/** Calls one route of the device link and checks the answer by the route's own schema. Throws LinkError. */
export async function callServer<R extends DeviceRoute>(
  caller: Caller,
  route: R,
  input: CallInput<R>,
): Promise<ReplyOf<R>> {
  const answer = await caller.send(wireRequestOf(caller, route, input))
  if (answer.status >= 300 && answer.status < 400) throw redirected(caller.serverUrl, answer.headers.location)
  const reply = readReply(route, textOf(answer))
  if (reply.kind === 'success') return reply.data
  if (reply.kind === 'refusal') throw refused(reply.refusal, answer)
  if (!(reply.cause instanceof z.ZodError)) throw notOurs(caller.serverUrl, answer.status)
  const [issue] = reply.cause.issues
  throw new LinkError(
    'misunderstood',
    `${route.path}: unexpected answer at ${issue?.path.join('.')}: ${issue?.message}`,
  )
}

/** As `callServer`, for a route that answers with bytes (`replyKind: 'stream'`). */
export async function fetchBytes<R extends DeviceRoute>(
  caller: Caller,
  route: R,
  input: CallInput<R>,
): Promise<Uint8Array> {
  const answer = await caller.send(wireRequestOf(caller, route, input))
  if (answer.status === 200) return answer.body
  throw failure(caller, route, answer)
}

export type Download = {
  /** The bytes that are here already. */
  readonly from: number
  /** The file that they belong to: of another file the whole is sent. */
  readonly tag: string
  /** `status` 206: the bytes that follow `from`; 200: the file from its beginning. */
  readonly onData: (bytes: Uint8Array, status: number) => void
}

/** Fetches the rest of a file, piece by piece, from a route that answers with ranges. Throws LinkError. */
export async function download<R extends DeviceRoute>(
  caller: Caller,
  route: R,
  input: CallInput<R>,
  { from, tag, onData }: Download,
): Promise<void> {
  const request = wireRequestOf(caller, route, input)
  const ranges: Record<string, string> = from > 0 ? { range: `bytes=${from}-`, 'if-range': `"${tag}"` } : {}
  const answer = await caller.send({ ...request, headers: { ...request.headers, ...ranges }, onData })
  if (answer.status !== 200 && answer.status !== 206) throw failure(caller, route, answer)
}

function wireRequestOf<R extends DeviceRoute>(caller: Caller, route: R, input: CallInput<R>): WireRequest {
  const { headers, body, ...request } = untypedRequestOf(route, input)
  return {
    method: route.method,
    url: new URL(caller.serverUrl.pathname.replace(/\/$/, '') + addressOf(request), caller.serverUrl),
    headers: {
      accept: 'application/json',
      ...headers,
      ...(caller.credentials !== null && { authorization: `Bearer ${caller.credentials}` }),
    },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : null,
    signal: input.signal,
    isUrgent: input.isUrgent,
  }
}

const textOf = ({ body }: WireResponse): string => new TextDecoder().decode(body)

/** The reason why no bytes came. */
function failure({ serverUrl }: Caller, route: DeviceRoute, answer: WireResponse): LinkError {
  const reply = readReply(route, textOf(answer))
  return reply.kind === 'refusal' ? refused(reply.refusal, answer) : notOurs(serverUrl, answer.status)
}

function refused({ message, desc }: Refusal, { status, headers }: WireResponse): LinkError {
  const seconds = Number(headers['retry-after'])
  const asked = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, 300_000) : undefined
  const pause = message === 'device.credentials-wrong' ? credentialsPauseMs : undefined
  const text = desc ? `${desc} (${message})` : message
  return new LinkError('refused', text, { status, code: message, retryAfterMs: asked ?? pause })
}

function redirected(server: URL, location: string | undefined): LinkError {
  // Redirects are never followed: they are the usual way to take a secret elsewhere.
  return new LinkError('misunderstood', `${server.origin} wants to be called at ${location ?? 'another address'}`)
}

function notOurs(server: URL, status: number): LinkError {
  // Proxies answer for a server that is down: 502, 503 and 504 are no answer of ours.
  const isDown = status >= 502 && status <= 504
  const text = `${server.origin} answered ${status}, and not as a Gatehouse server does`
  return new LinkError(isDown ? 'unreachable' : 'misunderstood', text, { status })
}
