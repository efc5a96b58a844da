import {
  type CallableRoute,
  type InputArguments,
  readReply,
  type ReplyOf,
  type RouteInput,
  type UntypedInput,
  untypedRequestOf,
} from '@gatehouse/contract/client.ts'
import type { ErrorCode } from '@gatehouse/contract/errors.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { Reply, Route } from '@gatehouse/contract/route.ts'
import { apiAddress } from './api-address.ts'
import { CallError } from './call-error.ts'
import { takePreloaded } from './preloaded-responses.ts'
import { requestHeaders } from './request-headers.ts'

const sessionListeners = new Set<(error: CallError) => void>()

/** No licence is in force, or the clock is before the start of the licence. */
const licenceOver: ReadonlySet<string> = new Set<ErrorCode>(['licence.required', 'licence.clock-behind'])
const licenceListeners = new Set<(error: CallError) => void>()

/** LOGIN-13: called when an answer says that no licence is in force. */
export function onLicenceOver(listener: (error: CallError) => void) {
  licenceListeners.add(listener)
  return () => {
    licenceListeners.delete(listener)
  }
}

/** The only name for an ended session; a 401 with another name is about the request. */
const sessionOver: ErrorCode = 'auth.session-expired'

/** LOGIN-12: told when an answer says that the session is over. The application subscribes once and decides what it means where the person is. */
export function onSessionOver(listener: (error: CallError) => void) {
  sessionListeners.add(listener)
  return () => {
    sessionListeners.delete(listener)
  }
}

const changeListeners = new Set<(topics: readonly LiveTopic[]) => Promise<unknown>>()

/** Receives the topics that a call of this page has changed. Its promise resolves when the page shows fresh data. */
export function onChange(listener: (topics: readonly LiveTopic[]) => Promise<unknown>) {
  changeListeners.add(listener)
  return () => {
    changeListeners.delete(listener)
  }
}

/** Fetches again what this page shows of the topics that a route changes. */
export const refresh = ({ changes }: Route) =>
  changes.length > 0 ? Promise.all([...changeListeners].map((listener) => listener(changes))) : undefined

/** `headers` stand beside those of every request: the token of a link, where it may not stand in the address. */
type CallOptions = { signal?: AbortSignal | undefined; headers?: Readonly<Record<string, string>> }

/**
 * Calls a route and gives its `data`, checked against the route's schema. Pages fetch again the data that it changed.
 * Throws CallError for everything but success (REQ-04), also when nothing came back; an aborted call throws AbortError.
 */
export async function call<T extends Route, I extends RouteInput<T>>(
  route: T,
  ...[input, options]: InputArguments<T, I, [options?: CallOptions]>
): Promise<Reply<T>> {
  const data = await callPlain(route, input, options?.signal, options?.headers)
  void refresh(route)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see that both name the output of the schema of T
  return data as Reply<T>
}

/** `call` that resolves only when the page shows the change: for a button next to the changed data. */
export async function callAndRefresh<T extends Route, I extends RouteInput<T>>(
  route: T,
  ...[input]: InputArguments<T, I>
): Promise<Reply<T>> {
  const data = await callPlain(route, input)
  await refresh(route)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return data as Reply<T>
}

/** `call` with an untyped input. Nobody is notified of its changes. */
export async function callPlain<T extends CallableRoute>(
  route: T,
  input: UntypedInput = {},
  signal?: AbortSignal,
  ownHeaders: Readonly<Record<string, string>> = {},
): Promise<ReplyOf<T>> {
  const { method, headers, body, ...request } = untypedRequestOf(route, namedInput(input))
  const address = apiAddress({ method, ...request })
  const preloaded = method === 'GET' ? takePreloaded(address, route.shows) : undefined
  const coming =
    preloaded ??
    fetch(address, {
      method,
      headers: { ...requestHeaders(), ...headers, ...ownHeaders },
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  return dataOf(route, await arrivalOf(coming))
}

/**
 * The file that a route streams, under the name that the server gives it. An answer in its place, an error in its
 * envelope or a page of some proxy, is thrown as `call` throws it: it never becomes a file.
 */
export async function callFile(
  route: CallableRoute,
  input: Omit<UntypedInput, 'body'> = {},
): Promise<{ name: string; content: Blob }> {
  const address = apiAddress(untypedRequestOf(route, namedInput(input)))
  const response = await arrivalOf(fetch(address, { headers: requestHeaders(), cache: 'no-store' }))
  const name = fileNameOf(response.headers.get('content-disposition') ?? '')
  if (!response.ok || name === undefined) {
    await dataOf(route, response)
    throw notOurs(response)
  }
  return { name, content: await arrivalOf(response.blob()) }
}

/** The name in `attachment; filename="…"` or `filename*=UTF-8''…`; undefined where nothing is attached. */
function fileNameOf(disposition: string): string | undefined {
  if (!disposition.startsWith('attachment')) return undefined
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]*)"/.exec(disposition)?.[1]
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/**
 * The input without the empty fields of its query. A page whose address has no id (`/manmgt/staff/detail`) finds nothing,
 * and the server need not be asked.
 * @throws CallError client.unnamed, a 404
 */
function namedInput({ params, query, body }: UntypedInput): UntypedInput {
  if (Object.values(fieldsOf(params)).includes(''))
    throw new CallError({ status: 404, code: '404', message: 'client.unnamed' })
  return {
    params,
    query: Object.fromEntries(Object.entries(fieldsOf(query)).filter(([, value]) => value !== '')),
    body,
  }
}

/** The answer of a route. @throws CallError for everything but success */
async function dataOf<T extends CallableRoute>(route: T, response: Response): Promise<ReplyOf<T>> {
  const reply = readReply(route, await arrivalOf(response.text()))
  if (reply.kind === 'success') return reply.data
  if (reply.kind === 'foreign') throw notOurs(response, reply.cause)
  const { message, desc } = reply.refusal
  const { status } = response
  const error = new CallError({ ...reply.refusal, status, desc: desc || message, requestId: requestIdOf(response) })
  if (message === sessionOver) for (const listener of sessionListeners) listener(error)
  if (licenceOver.has(message)) for (const listener of licenceListeners) listener(error)
  throw error
}

/** The response of the network. @throws CallError client.request when it breaks off */
async function arrivalOf<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new CallError({ status: 0, code: '0', message: 'client.request', cause })
  }
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id')

const notOurs = (response: Response, cause?: unknown) =>
  new CallError({
    status: response.status,
    code: String(response.status),
    message: 'client.response',
    requestId: requestIdOf(response),
    cause,
  })
