import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from './routes.ts'
import { withoutUnknownKeys } from './without-unknown-keys.ts'

const inner = z.object({ name: z.string().default('none') })
const paths: [string, z.ZodType, unknown][] = [
  ['an object', inner, { other: 1 }],
  ['an object in an object', z.object({ inner }), { inner: { other: 1 } }],
  ['a list', z.array(inner), [{}, { other: 1 }]],
  ['an optional', z.object({ inner: inner.optional() }), { inner: { other: 1 } }],
  ['what may be null', inner.nullable(), { other: 1 }],
  ['a default', z.object({ inner: inner.default({ name: '' }) }), { inner: { other: 1 } }],
  ['a choice of objects', z.union([inner, z.object({ count: z.int() })]), { other: 1 }],
  ['a choice by its kind', z.discriminatedUnion('kind', [inner.extend({ kind: z.literal('a') })]), { kind: 'a', o: 1 }],
  ['a pair', z.tuple([z.string(), inner]), ['a', { other: 1 }]],
  ['the values of a record', z.record(z.string(), inner), { a: { other: 1 } }],
  ['what is changed when it is read', inner.transform(({ name }) => name), { other: 1 }],
  ['what is refined', inner.refine(() => true), { other: 1 }],
]

describe('a key that a schema does not name', () => {
  it.each(paths)('an unknown key is refused in %s, where Zod drops it', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(true)
    expect(withoutUnknownKeys(schema).safeParse(value).success).toBe(false)
  })

  it('an unknown key is taken where the schema takes any', () => {
    expect(withoutUnknownKeys(z.looseObject({})).parse({ other: 1 })).toEqual({ other: 1 })
    expect(withoutUnknownKeys(z.record(z.string(), z.int())).parse({ other: 1 })).toEqual({ other: 1 })
  })
})

it('a valid value is read as before: defaults, refinements and transformations stay', () => {
  const schema = z
    .object({ inner, list: z.array(z.string().trim()).max(2) })
    .refine(({ list }) => !list.includes('no'))
    .transform(({ inner, list }) => [inner.name, ...list])
  const strict = withoutUnknownKeys(schema)
  expect(strict.parse({ inner: {}, list: [' a '] })).toEqual(['none', 'a'])
  expect(strict.safeParse({ inner: {}, list: ['no'] }).success).toBe(false)
  expect(strict.safeParse({ inner: {}, list: ['a', 'b', 'c'] }).success).toBe(false)
})

/** Objects of a JSON schema, with the way to each, that take keys which they do not name. */
function openObjects(schema: unknown, way: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && !('additionalProperties' in schema && schema.additionalProperties === false)
  return [
    ...(own ? [way] : []),
    ...Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${way}.${key}`)),
  ]
}

it('no route takes keys that it does not name, except the callback of an OpenID provider', () => {
  const open = [...apiRoutes].flatMap(([name, route]) =>
    (['query', 'body'] as const).flatMap((part) => {
      const strict = withoutUnknownKeys(route[part])
      return openObjects(z.toJSONSchema(strict, { io: 'input', unrepresentable: 'any' }), `${name} ${part}`)
    }),
  )
  expect(open).toEqual(['finishOpenId query'])
})
