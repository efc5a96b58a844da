import type { BodyInput, ParamsInput, QueryInput, Reply, Route } from '@gatehouse/contract/route.ts'
import { apiAddress } from './api-address.ts'
import { CallError } from './call-error.ts'
import { takePreloaded } from './preloaded-responses.ts'
import { requestHeaders } from './request-headers.ts'

/** What is needed of a route to call it. Every contract route has it; the login page has its own, without schemas. */
export type CallableRoute<R = unknown> = Pick<Route, 'method' | 'path' | 'bodyKind'> & {
  prefix?: Route['prefix']
  response: { safeParse(data: unknown): { success: boolean; data?: R | undefined; error?: unknown } }
}

/** The picture of a route whose `bodyKind` is `image`. */
export type ImageBody = { file: Blob }

/** The files of a route whose `bodyKind` is `files`, each with its name. */
export type FilesBody = { files: readonly { name: string; content: Blob }[] }

/** Keys of what was given that the route does not name: the server refuses them, and here they do not compile. */
type Unnamed<Given, Known> = {
  [Part in keyof Given & keyof Known]?: {
    [
      Key in Exclude<
        keyof Given[Part],
        Known[Part] extends infer One ? (One extends unknown ? keyof One : never) : never
      >
    ]?: never
  }
}

/** What a call is given: only what the route asks for is required. URLSearchParams travel form-encoded (REQ-02). */
export type CallInput<T extends Route> = Part<'params', ParamsInput<T>> &
  Part<'query', QueryInput<T>> &
  Part<'body', BodyInput<T>, ImageBody | FilesBody | URLSearchParams>

type Part<Name extends string, Input, Other = never> =
  Record<string, never> extends Input ? { [K in Name]?: Input | Other } : { [K in Name]: Input | Other }

type Input = { params?: unknown; query?: unknown; body?: unknown }

const sessionListeners = new Set<(error: CallError) => void>()

/** Nothing is in force; or the clock stands before the licence begins. */
const licenceOver = new Set(['licence.required', 'licence.clock-behind'])
const licenceListeners = new Set<(error: CallError) => void>()

/** LOGIN-13: told when an answer says that no licence is in force. */
export function onLicenceOver(listener: (error: CallError) => void) {
  licenceListeners.add(listener)
  return () => {
    licenceListeners.delete(listener)
  }
}

/** The one name of a session that is over; a 401 of any other name is about what was sent. */
const sessionOver = 'auth.session-expired'

/** LOGIN-12: told when an answer says that the session is over. The application subscribes once and decides what it means where the person is. */
export function onSessionOver(listener: (error: CallError) => void) {
  sessionListeners.add(listener)
  return () => {
    sessionListeners.delete(listener)
  }
}

/**
 * Calls a route and gives its `data`, checked against the route's schema.
 * Throws CallError for everything but success (REQ-04), also when nothing came back; an aborted call throws AbortError.
 */
export async function call<T extends Route, I extends CallInput<T>>(
  route: T,
  ...[input, options]: object extends CallInput<T>
    ? [input?: I & Unnamed<I, CallInput<T>>, options?: { signal?: AbortSignal | undefined }]
    : [input: I & Unnamed<I, CallInput<T>>, options?: { signal?: AbortSignal | undefined }]
): Promise<Reply<T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of T gives the reply of T; the compiler cannot follow that through the generic
  return (await callPlain(route, input, options?.signal)) as Reply<T>
}

/** `call` for the login page's own routes (`features/login/login-routes.ts`), whose input is not typed by a schema. */
export async function callPlain<R>(route: CallableRoute<R>, input: Input = {}, signal?: AbortSignal): Promise<R> {
  const isWriting = route.method === 'PUT' || route.method === 'POST' || route.method === 'PATCH'
  const query = queryText(fieldsOf(input.query))
  if (!isWriting && input.body instanceof URLSearchParams) {
    for (const [key, value] of input.body) query.append(key, value)
  }

  const { body, contentType } = isWriting ? encodedBody(route, input.body) : {}
  const address = apiAddress(route, namedBy(input.params), query)
  const early = route.method === 'GET' ? takePreloaded(address) : undefined
  const answer = await answerOf(
    early ??
      fetch(address, {
        method: route.method,
        headers: { ...requestHeaders(), ...(contentType && { 'content-type': contentType }) },
        cache: 'no-store',
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      }),
  )
  const parsed = route.response.safeParse(answer.data)
  if (!parsed.success) throw notOurs(answer.status, answer.requestId, parsed.error)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just said so
  return parsed.data as R
}

/**
 * The file that a route streams, under the name that the server gives it. What comes in its place, an error in its
 * envelope or a page of some proxy, is thrown as `call` throws it: it never becomes a file.
 */
export async function callFile(
  route: Pick<Route, 'method' | 'path' | 'prefix'>,
  input: Omit<Input, 'body'> = {},
): Promise<{ name: string; content: Blob }> {
  const address = apiAddress(route, namedBy(input.params), queryText(fieldsOf(input.query)))
  const response = await arrivalOf(fetch(address, { headers: requestHeaders(), cache: 'no-store' }))
  const name = fileNameOf(response.headers.get('content-disposition') ?? '')
  if (!response.ok || name === undefined) {
    await answerOf(Promise.resolve(response))
    throw notOurs(response.status, response.headers.get('x-request-id'))
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
 * What the path names. A page whose address names nothing (`/manmgt/staff/detail`) finds nothing, and the server need not be asked.
 * @throws CallError client.unnamed, a 404
 */
function namedBy(params: unknown): Record<string, unknown> {
  const named = fieldsOf(params)
  if (Object.values(named).includes('')) throw new CallError({ status: 404, code: '404', message: 'client.unnamed' })
  return named
}

/** Absent values are left out; lists repeat their key. */
function queryText(query: Record<string, unknown>): URLSearchParams {
  const text = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') text.append(key, String(one))
    }
  }
  return text
}

/** REQ-02. Multipart and form-encoded bodies name their own content type. */
function encodedBody(route: CallableRoute, body: unknown): { body?: BodyInit; contentType?: string } {
  if (body instanceof URLSearchParams) return { body }
  if (route.bodyKind === 'image') {
    const form = new FormData()
    if (isImageBody(body)) form.append('file', body.file, 'image')
    return { body: form }
  }
  if (route.bodyKind === 'files') {
    const form = new FormData()
    if (isFilesBody(body)) for (const { name, content } of body.files) form.append('file', content, name)
    return { body: form }
  }
  return { body: JSON.stringify(body ?? {}), contentType: 'application/json' }
}

const isImageBody = (body: unknown): body is ImageBody =>
  typeof body === 'object' && body !== null && 'file' in body && body.file instanceof Blob

const isFilesBody = (body: unknown): body is FilesBody =>
  typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files)

/** Opens the envelope: the only place in the console that does. */
async function answerOf(request: Promise<Response>) {
  const response = await arrivalOf(request)
  const requestId = response.headers.get('x-request-id')
  let envelope: unknown
  try {
    envelope = await response.json()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw notOurs(response.status, requestId, cause)
  }
  if (!isEnvelope(envelope)) throw notOurs(response.status, requestId)
  if (envelope.code === '200') return { data: envelope.data ?? null, status: response.status, requestId }

  const { code, message, desc, data } = envelope
  const error = new CallError({ status: response.status, code, message, desc: desc || message, data, requestId })
  if (message === sessionOver) for (const listener of sessionListeners) listener(error)
  if (licenceOver.has(message)) for (const listener of licenceListeners) listener(error)
  throw error
}

/** What the network brings. @throws CallError client.request when it breaks off */
async function arrivalOf<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new CallError({ status: 0, code: '0', message: 'client.request', cause })
  }
}

const notOurs = (status: number, requestId: string | null, cause?: unknown) =>
  new CallError({ status, code: String(status), message: 'client.response', requestId, cause })

function isEnvelope(value: unknown): value is { code: string; message: string; desc?: string; data?: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, desc }: Record<string, unknown> = { ...value }
  return typeof code === 'string' && typeof message === 'string' && (desc === undefined || typeof desc === 'string')
}
