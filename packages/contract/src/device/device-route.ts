import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

type Schema = z.ZodType
const nothing = z.object({})

/**
 * A route of the device link: like `route`, but its caller is a terminal (or, for pairing, a caller without an
 * identity).
 */
export function deviceRoute<
  P extends Schema = typeof nothing,
  Q extends Schema = typeof nothing,
  B extends Schema = typeof nothing,
  R extends Schema = z.ZodNull,
>(options: {
  method: 'GET' | 'POST'
  path: `/v1/${string}`
  summary: string
  access: 'public' | 'device'
  params?: P
  query?: Q
  body?: B
  response?: R
  errors?: readonly ErrorCode[]
  replyKind?: 'envelope' | 'stream'
}) {
  return {
    prefix: '/device' as const,
    bodyKind: 'json' as const,
    replyKind: 'envelope' as 'envelope' | 'stream',
    errors: [] as readonly ErrorCode[],
    ...options,
    /* oxlint-disable typescript/no-unsafe-type-assertion -- where the schema is absent, its type parameter is the default */
    params: (options.params ?? nothing) as P,
    query: (options.query ?? nothing) as Q,
    body: (options.body ?? nothing) as B,
    response: (options.response ?? z.null()) as R,
    /* oxlint-enable typescript/no-unsafe-type-assertion */
  }
}

export type DeviceRoute = ReturnType<typeof deviceRoute<Schema, Schema, Schema, Schema>>
