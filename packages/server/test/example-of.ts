import { randomUUID } from 'node:crypto'
import { z } from 'zod'

type JsonSchema = {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  minimum?: number
  minItems?: number
}

/** Texts for the contract's patterns, since a regular expression cannot simply be reversed. */
const byPattern = [
  'a'.repeat(64),
  'a'.repeat(43),
  'a'.repeat(32),
  '123456',
  'ABC123',
  'SPS',
  '0.',
  'true',
  '0..0',
  'AB',
  '2026-11',
] as const

/** A valid value of a schema: every required field, the optional ones too when `full`. */
export function exampleOf(schema: z.ZodType, full = true): unknown {
  return example(jsonSchemaOf(schema), full)
}

/** Made once of each: tests of every route ask for examples of the same schemas a dozen times. */
const made = new WeakMap<z.ZodType, JsonSchema>()

const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  made.getOrInsertComputed(schema, () => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

function example(schema: JsonSchema, full: boolean): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return example(schema.anyOf[0], full)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => full || schema.required?.includes(name))
          .map(([name, part]) => [name, example(part, full)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => example(schema.items ?? {}, full))
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return exampleText(schema)
  }
}

function exampleText({ format, pattern }: JsonSchema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'date-time') return '2026-11-20T08:00:00Z'
  if (format === 'date') return '2026-11-20'
  if (format === 'email') return 'somebody@example.com'
  const fitting = pattern ? byPattern.find((text) => new RegExp(pattern, 'u').test(text)) : undefined
  return fitting ?? 'some text 1'
}
