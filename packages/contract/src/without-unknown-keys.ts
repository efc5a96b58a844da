import { z } from 'zod'

const made = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * The same schema, but every object in it refuses keys that it does not name, where Zod would drop them. It is for
 * requests: a filter that is misspelt and dropped finds, or deletes, everything. Replies and the device link are not
 * changed, since there a newer side may send more than an older one knows. An object that declares that it takes any
 * key (`z.looseObject`, `z.record`) still does.
 */
export function withoutUnknownKeys<T extends z.core.$ZodType>(schema: T): T {
  const known = made.get(schema) ?? strictOf(schema)
  made.set(schema, known)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of the same kind, of which it is a copy
  return known as T
}

/** A copy only where something in it becomes stricter. */
function strictOf(schema: z.core.$ZodType): z.core.$ZodType {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are no schemas but Zod's own
  const { def } = (schema as z.core.$ZodTypes)._zod
  const copy = (changed: z.core.$ZodTypes['_zod']['def']) => z.clone(schema, changed)
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([key, one]) => [key, withoutUnknownKeys(one)]))
      return copy({ ...def, shape, catchall: def.catchall ?? z.never() })
    }
    case 'array':
      return copy({ ...def, element: withoutUnknownKeys(def.element) })
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return copy({ ...def, innerType: withoutUnknownKeys(def.innerType) })
    case 'union':
      return copy({ ...def, options: def.options.map(withoutUnknownKeys) })
    case 'tuple':
      return copy({
        ...def,
        items: def.items.map(withoutUnknownKeys),
        rest: def.rest && withoutUnknownKeys(def.rest),
      })
    case 'record':
      return copy({ ...def, valueType: withoutUnknownKeys(def.valueType) })
    case 'pipe':
      // The second schema reads the output of the first, and no longer the original input.
      return copy({ ...def, in: withoutUnknownKeys(def.in) })
    default:
      return schema
  }
}
