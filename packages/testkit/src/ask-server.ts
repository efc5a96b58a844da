import {
  addressOf,
  type InputArguments,
  readReply,
  type ReplyOf,
  requestOf,
  type RouteInput,
  type RouteRequest,
  type TypedRoute,
} from '@gatehouse/contract/client.ts'
import { headers } from '@gatehouse/contract/envelope.ts'

/**
 * Calls the product's API by its typed routes, as the console does. Rejects with the product's own message when it
 * refuses.
 */
export type Ask = <T extends TypedRoute, const I extends RouteInput<T>>(
  route: T,
  ...input: InputArguments<T, I>
) => Promise<ReplyOf<T>>

export const askServer =
  (url: string, token = ''): Ask =>
  async (route, ...input) => {
    const request = requestOf(route, ...input)
    const response = await sendRequest(url, token, request)
    const text = await response.text()
    const reply = readReply(route, text)
    if (reply.kind === 'success') return reply.data
    throw new Error(`${request.method} ${addressOf(request)} answered ${response.status}: ${text}`, { cause: reply })
  }

/** Calls with this session, or without one. */
export function sendRequest(
  url: string,
  token: string,
  request: RouteRequest,
  init: RequestInit = {},
): Promise<Response> {
  const { method, body = null } = request
  const own = new Headers({ ...request.headers, ...(token && { [headers.token]: token }), [headers.language]: 'EN' })
  for (const [name, value] of new Headers(init.headers)) own.set(name, value)
  return fetch(url + addressOf(request), { ...init, method, body, headers: own })
}
