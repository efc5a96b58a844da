import { namedSchemas } from '@gatehouse/contract/routes.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { withoutUnknownKeys } from '@gatehouse/contract/without-unknown-keys.ts'
import { z } from 'zod'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

const options = (io: Io) => ({ io, unrepresentable: 'any', target: 'draft-2020-12' }) as const
export const schemaOf = (schema: z.core.$ZodType, io: Io) => z.toJSONSchema(schema, options(io)) as Json

const addressOf = (name: string) => `#/components/schemas/${name}`
const typeName = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
/**
 * An object becomes a type of a generated client; a line of text or a list needs no name. A recursive schema is `lazy`.
 */
const isType = ({ _zod }: z.core.$ZodType) => ['object', 'union', 'lazy'].includes(_zod.def.type)

/**
 * JSON Schemas of the inputs and answers of routes. A schema that the contract exports, and the body and the answer of
 * a route, stand once, under `components/schemas`, with the contract's name: an input is named `…Request` if it differs
 * from the answer.
 */
export function describeSchemas(routes: readonly (readonly [name: string, route: Route])[]) {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  const register = (io: Io, schema: z.core.$ZodType, name: string) => {
    if (!registries[io].has(schema)) registries[io].add(schema, { id: name })
  }
  for (const [name, schema] of namedSchemas) {
    if (!isType(schema)) continue
    const sent = withoutUnknownKeys(schema)
    const isSame = JSON.stringify(schemaOf(sent, 'input')) === JSON.stringify(schemaOf(schema, 'output'))
    register('input', sent, isSame ? typeName(name) : `${typeName(name)}Request`)
    register('output', schema, typeName(name))
  }
  for (const [name, { body, response }] of routes) {
    register('input', withoutUnknownKeys(body), `${typeName(name)}Body`)
    register('output', response, `${typeName(name)}Data`)
  }
  const all = { ...jsonOf('output'), ...jsonOf('input') }
  const find = (io: Io, schema: z.core.$ZodType): Json => {
    const name = registries[io].get(schema)?.id ?? ''
    return isType(schema) ? { $ref: addressOf(name) } : (all[name] ?? {})
  }
  return {
    bodyOf: (route: Route) => find('input', withoutUnknownKeys(route.body)),
    responseOf: (route: Route) => find('output', route.response),
    /** A schema that the contract exports by name. */
    answerOf: (schema: z.core.$ZodType) => find('output', schema),
    /** The components that a part of the document refers to, and those that they refer to. */
    usedIn(part: Json): Json {
      const used: Record<string, Json> = {}
      const follow = (json: Json) => {
        for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
          const schema = all[name]
          if (!schema || name in used) continue
          used[name] = schema
          follow(schema)
        }
      }
      follow(part)
      return Object.fromEntries(Object.entries(used).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    },
  }

  function jsonOf(io: Io): Record<string, Json> {
    const { schemas } = z.toJSONSchema(registries[io], { ...options(io), uri: addressOf })
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
    )
  }
}
