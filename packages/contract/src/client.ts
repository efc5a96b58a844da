import type { z } from 'zod'
import type { Envelope } from './envelope.ts'
import type { LiveTopic } from './live-topics.ts'

/*
 * A client made of a route: `requestOf` makes the request, `readReply` reads the answer. Browser, terminal, tests and
 * programs send it themselves, each in its own way; nothing here knows a network, and nothing loads the schema library.
 */

/** The part of a route that a call needs. Routes made by `route` and `deviceRoute` have it, and so do a few without schemas. */
export type CallableRoute<R = unknown> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  prefix: '/api' | '/public' | '/device'
  bodyKind: 'json' | 'image' | 'files'
  /** The live topic that its answer shows; the login page's routes name none. */
  shows?: LiveTopic | undefined
  response: { safeParse(data: unknown): { success: boolean; data?: R | undefined; error?: unknown } }
}

/** A route whose schemas type its input. */
export type TypedRoute = CallableRoute & { params: z.ZodType; query: z.ZodType; body: z.ZodType; response: z.ZodType }

/** The picture of a route whose `bodyKind` is `image`: a Blob travels as a form's file, bytes travel as they are. */
export type ImageBody = { file: Blob | Uint8Array<ArrayBuffer> }

/** The files of a route whose `bodyKind` is `files`, each with its name. */
export type FilesBody = { files: readonly { name: string; content: Blob | Uint8Array<ArrayBuffer> }[] }

/** URLSearchParams travel form-encoded (REQ-02). */
type OtherBody = ImageBody | FilesBody | URLSearchParams

type Part<Name extends string, Input, Other = never> =
  Record<string, never> extends Input ? { [K in Name]?: Input | Other } : { [K in Name]: Input | Other }

/** The input of a call: only the fields that the route requires are required here. */
export type RouteInput<T extends TypedRoute> = Part<'params', z.input<T['params']>> &
  Part<'query', z.input<T['query']>> &
  Part<'body', z.input<T['body']>, OtherBody>

/** An input without a type from a schema: for a route without schemas, or a test that sends wrong values. */
export type UntypedInput = { params?: unknown; query?: unknown; body?: unknown }

type KeyOfAny<T> = T extends unknown ? keyof T : never

/** Keys of the input that the route does not name, and parts that no input has: here they do not compile. */
export type Unnamed<Given, Known> = {
  [Part in keyof Given & keyof Known]?: { [Key in Exclude<keyof Given[Part], KeyOfAny<Known[Part]>>]?: never }
} & { [Part in Exclude<keyof Given, keyof Known>]?: never }

/** The arguments after the route: the input may be left out where the route asks for nothing. */
export type InputArguments<T extends TypedRoute, I extends RouteInput<T>, Options extends unknown[] = []> =
  object extends RouteInput<T>
    ? [input?: I & Unnamed<I, RouteInput<T>>, ...Options]
    : [input: I & Unnamed<I, RouteInput<T>>, ...Options]

/** One call as it travels. `path` stands without the prefix, because the local form of the API puts words between them (REQ-01). */
export type RouteRequest = {
  method: CallableRoute['method']
  prefix: CallableRoute['prefix']
  path: string
  query: URLSearchParams
  /** The content type, where the body does not name it itself as multipart does. */
  headers: Record<string, string>
  body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>
}

/** The request of a call whose input the schemas of the route have typed. */
export const requestOf = <T extends TypedRoute, const I extends RouteInput<T>>(
  route: T,
  ...[input]: InputArguments<T, I>
): RouteRequest => untypedRequestOf(route, input)

export function untypedRequestOf(route: Omit<CallableRoute, 'response'>, input: UntypedInput = {}): RouteRequest {
  const { method, prefix } = route
  const params = fieldsOf(input.params)
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = queryOf(fieldsOf(input.query))
  const hasBody = method === 'PUT' || method === 'POST' || method === 'PATCH'
  if (hasBody) return { method, prefix, path, query, ...encodedBody(route, input.body) }
  if (input.body instanceof URLSearchParams) for (const [key, value] of input.body) query.append(key, value)
  return { method, prefix, path, query, headers: {} }
}

/** The address of a request on its server: `/api/v2/devices/7?page=2`. */
export const addressOf = ({ prefix, path, query }: Pick<RouteRequest, 'prefix' | 'path' | 'query'>): string =>
  `${prefix}${path}${query.size > 0 ? `?${query}` : ''}`

/** Absent values are left out; lists repeat their key. */
function queryOf(fields: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one))
    }
  }
  return query
}

/** REQ-02. */
function encodedBody(
  { bodyKind }: Pick<CallableRoute, 'bodyKind'>,
  body: unknown,
): Pick<RouteRequest, 'body' | 'headers'> {
  if (body instanceof URLSearchParams)
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } }
  if (bodyKind === 'image') {
    const { file } = fieldsOf(body)
    if (isBytes(file)) return { body: file, headers: { 'content-type': imageTypeOf(file) } }
    return { body: formOf(file instanceof Blob ? [{ name: 'image', content: file }] : []), headers: {} }
  }
  if (bodyKind === 'files') return { body: formOf(isFilesBody(body) ? body.files : []), headers: {} }
  return { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
}

function formOf(files: FilesBody['files']): FormData {
  const form = new FormData()
  for (const { name, content } of files) form.append('file', isBytes(content) ? new Blob([content]) : content, name)
  return form
}

const isBytes = (value: unknown): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array

const isFilesBody = (body: unknown): body is FilesBody =>
  typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files)

/** A PNG begins with its name; for every other picture the server looks at the bytes itself. */
const imageTypeOf = (bytes: Uint8Array) => (bytes[0] === 0x89 && bytes[1] === 0x50 ? 'image/png' : 'image/jpeg')

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** A refusal of the server: `code` is the HTTP status as text, `message` the name of the error, `desc` its text in the caller's language. */
export type Refusal = Envelope

/**
 * The content of an answer. `foreign`: no server of ours wrote it (a proxy's page), or another release did; `cause`
 * tells the problem.
 */
export type RouteReply<R> =
  | { kind: 'success'; data: R }
  | { kind: 'refusal'; refusal: Refusal }
  | { kind: 'foreign'; cause: unknown }

/** The content of a route's answer. */
export type ReplyOf<T> = T extends { response: z.ZodType }
  ? z.output<T['response']>
  : T extends CallableRoute<infer R>
    ? R
    : never

/** Opens the envelope (REQ-04), and checks its data by the route's schema. */
export function readReply<T extends Pick<CallableRoute, 'response'>>(route: T, body: string): RouteReply<ReplyOf<T>> {
  let envelope: unknown
  try {
    envelope = JSON.parse(body)
  } catch (cause) {
    return { kind: 'foreign', cause }
  }
  if (!isEnvelope(envelope)) return { kind: 'foreign', cause: new TypeError('no envelope') }
  const { code, message, desc = '', data = null } = envelope
  if (code !== '200') return { kind: 'refusal', refusal: { code, message, desc, data } }
  const parsed = route.response.safeParse(data)
  if (!parsed.success) return { kind: 'foreign', cause: parsed.error }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of T gives the reply of T; the compiler cannot follow that through the generic
  return { kind: 'success', data: parsed.data as ReplyOf<T> }
}

function isEnvelope(value: unknown): value is { code: string; message: string; desc?: string; data?: unknown } {
  const { code, message, desc } = fieldsOf(value)
  return typeof code === 'string' && typeof message === 'string' && (desc === undefined || typeof desc === 'string')
}
