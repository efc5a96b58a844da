import {
  type InputArguments,
  readReply,
  type ReplyOf,
  requestOf,
  type RouteInput,
  type TypedRoute,
} from '@gatehouse/contract/client.ts'
import { headers } from '@gatehouse/contract/envelope.ts'
import { getRequest, type HttpConnection } from './load/http-connection.ts'

/* The client of the test kit over a connection that takes no time of its own: for calls that are timed. */

export type Caller = { url: string; token: string; connection: HttpConnection }

/** Calls a GET route as the console does and gives the answer's text. @throws when it answers anything but 200 */
export async function fetchText<T extends TypedRoute, const I extends RouteInput<T>>(
  caller: Caller,
  route: T,
  ...input: InputArguments<T, I>
): Promise<string> {
  const request = getRequest(caller.url, requestOf(route, ...input), `${headers.token}: ${caller.token}`)
  const { status, body } = await caller.connection.send(request)
  if (status !== 200) throw new Error(`${route.path} answered ${status} ${body}`)
  return body
}

/** The same, read by the route. */
export async function fetchReply<T extends TypedRoute, const I extends RouteInput<T>>(
  caller: Caller,
  route: T,
  ...input: InputArguments<T, I>
): Promise<ReplyOf<T>> {
  const reply = readReply(route, await fetchText(caller, route, ...input))
  if (reply.kind !== 'success') throw new Error(`${route.path} was not answered as it says`, { cause: reply })
  return reply.data
}
