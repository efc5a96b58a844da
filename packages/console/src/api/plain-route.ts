import type { CallableRoute } from '@gatehouse/contract/client.ts'

/** The content of a reply: the part of a JSON Schema that the login page reads. */
export type ReplyShape = {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly ReplyShape[]
  properties?: Readonly<Record<string, ReplyShape>>
  required?: readonly string[]
  items?: ReplyShape
}

/** A route of the contract as JSON. */
export type RouteFacts = Pick<CallableRoute, 'method' | 'path' | 'prefix' | 'bodyKind'> & {
  changes: readonly string[]
  reply: ReplyShape
}

/** A route of the contract without the schema library, as the build makes it for the login page (`build/plain-routes.ts`). */
export const plainRoute = ({ reply, ...route }: RouteFacts) => ({
  ...route,
  response: {
    safeParse: (data: unknown) =>
      fits(data, reply) ? { success: true, data } : { success: false, error: new TypeError(route.path) },
  },
})

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function fits(value: unknown, shape: ReplyShape): boolean {
  const { type, anyOf, enum: words, properties = {}, required = [], items } = shape
  if (anyOf) return anyOf.some((one) => fits(value, one))
  const types = [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name))
  if (types.length > 0 && !types.includes(typeOf(value))) return false
  if ('const' in shape && value !== shape.const) return false
  if (words && !words.includes(value)) return false
  if (items && Array.isArray(value)) return value.every((one) => fits(one, items))
  const fields: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) }
  return (
    required.every((name) => fields[name] !== undefined) &&
    Object.entries(properties).every(([name, one]) => fields[name] === undefined || fits(fields[name], one))
  )
}
