import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import { z } from 'zod'
import type { Send, WireRequest } from '../link/send.ts'
import { LinkError } from './link-error.ts'

export type CallInput<R extends DeviceRoute> = {
  readonly params?: z.input<R['params']>
  readonly query?: z.input<R['query']>
  readonly body?: z.input<R['body']>
  readonly signal?: AbortSignal
}

/** Where calls go to and as whom. */
export type Caller = {
  readonly send: Send
  readonly serverUrl: URL
  /** `<ldid>.<secret>`; null while nobody knows this terminal yet. */
  readonly credentials: string | null
}

const envelope = z.object({ code: z.string(), message: z.string(), desc: z.string(), data: z.unknown() })
/** Trying again sooner is of no use: somebody must act first. */
const credentialsPauseMs = 30_000

/** Calls one route of the device link and checks the answer by the route's own schema. Throws LinkError. */
export async function callServer<R extends DeviceRoute>(
  caller: Caller,
  route: R,
  input: CallInput<R>,
): Promise<z.output<R['response']>> {
  const { status, headers, body } = await caller.send(requestOf(caller, route, input))
  if (status >= 300 && status < 400) throw redirected(caller.serverUrl, headers.location)
  const answer = envelope.safeParse(parseJson(body))
  if (!answer.success) throw notOurs(caller.serverUrl, status)
  if (answer.data.code !== '200') throw refused(answer.data, status, headers['retry-after'])
  const data = route.response.safeParse(answer.data.data)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what this very schema gave
  if (data.success) return data.data as z.output<R['response']>
  const [issue] = data.error.issues
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
  const { status, headers, body } = await caller.send(requestOf(caller, route, input))
  if (status === 200) return body
  const answer = envelope.safeParse(parseJson(body))
  throw answer.success ? refused(answer.data, status, headers['retry-after']) : notOurs(caller.serverUrl, status)
}

export type Download = {
  /** Bytes that are here already. */
  readonly from: number
  /** Of the file that they are of: with another one the whole comes. */
  readonly tag: string
  /** `status` 206: what follows `from`; 200: the file from its beginning. */
  readonly onData: (bytes: Uint8Array, status: number) => void
}

/** Fetches the rest of a file, piece by piece, from a route that answers with ranges. Throws LinkError. */
export async function download<R extends DeviceRoute>(
  caller: Caller,
  route: R,
  input: CallInput<R>,
  { from, tag, onData }: Download,
): Promise<void> {
  const request = requestOf(caller, route, input)
  const ranges: Record<string, string> = from > 0 ? { range: `bytes=${from}-`, 'if-range': `"${tag}"` } : {}
  const answer = await caller.send({ ...request, headers: { ...request.headers, ...ranges }, onData })
  if (answer.status === 200 || answer.status === 206) return
  const refusal = envelope.safeParse(parseJson(answer.body))
  throw refusal.success
    ? refused(refusal.data, answer.status, answer.headers['retry-after'])
    : notOurs(caller.serverUrl, answer.status)
}

function requestOf<R extends DeviceRoute>(caller: Caller, route: R, input: CallInput<R>): WireRequest {
  const params: Record<string, unknown> = { ...asObject(input.params) }
  const path = route.path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const url = new URL(`${caller.serverUrl.pathname.replace(/\/$/, '')}/device${path}`, caller.serverUrl)
  for (const [name, value] of Object.entries(asObject(input.query))) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return {
    method: route.method,
    url,
    headers: {
      accept: 'application/json',
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(caller.credentials !== null && { authorization: `Bearer ${caller.credentials}` }),
    },
    body: input.body === undefined ? null : new TextEncoder().encode(JSON.stringify(input.body)),
    signal: input.signal,
  }
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

function refused(answer: z.output<typeof envelope>, status: number, retryAfter: string | undefined): LinkError {
  const seconds = Number(retryAfter)
  const asked = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, 300_000) : undefined
  const pause = answer.message === 'device.credentials-wrong' ? credentialsPauseMs : undefined
  const text = answer.desc ? `${answer.desc} (${answer.message})` : answer.message
  return new LinkError('refused', text, { status, code: answer.message, retryAfterMs: asked ?? pause })
}

function redirected(server: URL, location: string | undefined): LinkError {
  // Followed nowhere: a redirect is the usual way to take a secret elsewhere.
  return new LinkError('misunderstood', `${server.origin} wants to be called at ${location ?? 'another address'}`)
}

function notOurs(server: URL, status: number): LinkError {
  // Proxies answer for a server that is down: 502, 503 and 504 are no answer of ours.
  const isDown = status >= 502 && status <= 504
  const text = `${server.origin} answered ${status}, and not as a Gatehouse server does`
  return new LinkError(isDown ? 'unreachable' : 'misunderstood', text, { status })
}
