import {
  addressOf,
  type CallableRoute,
  type FilesBody,
  readReply,
  type RouteRequest,
  untypedRequestOf,
} from '@gatehouse/contract/client.ts'
import type { Envelope } from '@gatehouse/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'

export type Answer<T = unknown> = {
  status: number
  code: string
  message: string
  desc: string
  data: T
  headers: Record<string, unknown>
}

/** A file of a `bodyKind: 'files'` route. */
export type TestFile = { name: string; bytes: Uint8Array }

/** The input that a test gives a route; it need not match the route. */
export type TestInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  image?: Buffer | undefined
  files?: readonly TestFile[] | undefined
}

/** The request that a client makes of it, with the kind of body that the test gives. */
export function testRequestOf(route: CallableRoute, { params, query, body, image, files }: TestInput): RouteRequest {
  const given = { params: wellFormed(params), query: wellFormed(query) }
  if (image)
    return untypedRequestOf({ ...route, bodyKind: 'image' }, { ...given, body: { file: new Uint8Array(image) } })
  if (!files) return untypedRequestOf({ ...route, bodyKind: 'json' }, { ...given, body })
  return untypedRequestOf({ ...route, bodyKind: 'files' }, { ...given, body: filesBody(files) })
}

/** The body of a `bodyKind: 'files'` route. */
export const filesBody = (files: readonly TestFile[]): FilesBody => ({
  files: files.map(({ name, bytes }) => ({ name, content: new Uint8Array(bytes) })),
})

/** The text as it can stand in an address, whatever a mutation put there. */
const wellFormed = (values: unknown) =>
  Object.fromEntries(
    Object.entries({ ...(typeof values === 'object' ? values : {}) }).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : isPlain(value) ? value : JSON.stringify(value),
    ]),
  )

const isPlain = (value: unknown) => typeof value !== 'object' || value === null || Array.isArray(value)

/** The body as bytes: a form with its boundary, too. */
export async function payloadOf({ method, body, headers }: RouteRequest) {
  if (body === undefined || typeof body === 'string') return { payload: Buffer.from(body ?? ''), headers }
  const sent = new Request('http://localhost', { method, headers, ...(body !== undefined && { body }) })
  return { payload: Buffer.from(await sent.arrayBuffer()), headers: Object.fromEntries(sent.headers) }
}

/**
 * Sends a request into the server, without a network between them; an error that the route does not declare fails the
 * test.
 */
export async function injectRequest<T>(
  fastify: FastifyInstance,
  route: Pick<CallableRoute, 'method' | 'path' | 'response'> & { replyKind?: string },
  request: RouteRequest,
  {
    url = addressOf(request),
    payload,
    headers,
    address,
  }: { url?: string; payload: Buffer; headers: Record<string, string>; address: string },
): Promise<Answer<T>> {
  const { method } = request
  const response = await fastify.inject({
    method,
    url,
    headers,
    remoteAddress: address,
    ...(payload.length > 0 && { payload }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const envelope: Envelope = isJson ? response.json() : { code: '', message: '', desc: '', data: response.rawPayload }
  if (isJson && response.statusCode === 200 && route.replyKind === 'envelope') {
    const reply = readReply(route, response.body)
    if (reply.kind === 'foreign')
      throw new Error(`${route.method} ${route.path} answered what its clients cannot read`, { cause: reply.cause })
  }
  return { status: response.statusCode, ...envelope, data: envelope.data as T, headers: response.headers }
}
