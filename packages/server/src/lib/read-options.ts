import type { z } from 'zod'

/** The options of a command of the operator's. @throws Error that names the first option that is wrong */
export function readOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`--${issue?.path.join('.')}: ${issue?.message}. See --help.`)
}
