import { headers } from '@gatehouse/contract/envelope.ts'
import type { QueryInput, Reply, Route } from '@gatehouse/contract/route.ts'
import { z } from 'zod'
import { getRequest, type HttpConnection } from './load/http-connection.ts'

export type Caller = { url: string; token: string; connection: HttpConnection }

type Values = Readonly<Record<string, unknown>>

export const envelope = z.object({ data: z.unknown() })

/** Calls a GET route as the console does and gives the answer's text. @throws when it answers anything but 200 */
export async function fetchText(caller: Caller, route: Route, query: Values): Promise<string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const path = `/api${route.path}?${search}`
  const { status, body } = await caller.connection.send(
    getRequest(caller.url, path, `${headers.token}: ${caller.token}`),
  )
  if (status !== 200) throw new Error(`${path} answered ${status} ${body}`)
  return body
}

/** The same, read by the route's own schema. */
export async function askServer<T extends Route>(
  caller: Caller,
  route: T,
  query: QueryInput<T> & Values,
): Promise<Reply<T>> {
  const { data } = envelope.parse(JSON.parse(await fetchText(caller, route, query)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the route's own schema
  return route.response.parse(data) as Reply<T>
}
