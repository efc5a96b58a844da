import { z } from 'zod'
import type { CommonErrorCode, ErrorCode } from './errors.ts'
import type { LiveTopic } from './live-topics.ts'
import type { Permission } from './permissions.ts'

/** The condition for a caller: a permission of the table in `permissions.ts`, any live session, or nothing. */
export type Access = Permission | 'session' | 'public'

/** The operation-log line that a changing call leaves: the module and the event, as the log page shows them. */
export type Audit = { module: string; event: string }

/**
 * The form of the body: `json` for almost all, `image` for one picture (multipart field `file`, or the raw bytes with
 * an image content type), `files` for files of other kinds, or several (multipart, each a field `file` with its name).
 */
export type BodyKind = 'json' | 'image' | 'files'

/** The form of the answer: the envelope with `data`, or bytes (`stream`: pictures, event streams, downloads). */
export type ReplyKind = 'envelope' | 'stream'

type Schema = z.ZodType

/** `/public`: for people without an account, on their phones; such a route is open, throttled by address, and has a token in its path. */
export type RoutePrefix = '/api' | '/public'

type RouteOptions<P extends Schema, Q extends Schema, B extends Schema, R extends Schema, E extends ErrorCode> = {
  path: `/${string}`
  /** The default is `/api`. */
  prefix?: '/public'
  /** One sentence for the API document. */
  summary: string
  permission: Access
  /**
   * Open to everybody while no licence is in force, when nobody can sign in; while one is in force, the route asks for
   * its permission.
   */
  openWhile?: 'not-activated'
  params?: P
  query?: Q
  body?: B
  response?: R
  /** The codes that this route can answer with, besides those every route has. */
  errors?: readonly E[]
  bodyKind?: BodyKind
  replyKind?: ReplyKind
  /** `<img>` and `EventSource` cannot send headers: such GET routes also take the token from the cookie (SameSite=Strict). */
  acceptsCookie?: true
  /**
   * A changing call that is answered even while the disk of the database is full: it frees space, leads to the page that does, or
   * must not wait (doors). It writes a few rows at most.
   */
  worksOnFullDisk?: true
} & (
  | {
      method: 'GET'
      audit?: Audit
      /** The live topic that makes this answer stale. */
      shows?: LiveTopic
      changes?: never
    }
  | {
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      audit: Audit | 'self'
      /** The live topics whose answers are stale after it; none if no list or page shows the change. */
      changes: readonly LiveTopic[]
      shows?: never
    }
)

const nothing = z.object({})

/**
 * One route as a value: the server mounts it, the console calls it, the tests enumerate it and OpenAPI is made from it.
 * `permission` has no default, so that nobody can forget it. `audit: 'self'` is for routes that write their own
 * operation-log line because the actor is not a session (login, activation).
 */
export function route<
  P extends Schema = typeof nothing,
  Q extends Schema = typeof nothing,
  B extends Schema = typeof nothing,
  R extends Schema = z.ZodNull,
  const E extends ErrorCode = never,
>(options: RouteOptions<P, Q, B, R, E>) {
  return {
    prefix: '/api' as RoutePrefix,
    bodyKind: 'json' as BodyKind,
    replyKind: 'envelope' as ReplyKind,
    errors: [] as readonly E[],
    ...options,
    /* oxlint-disable typescript/no-unsafe-type-assertion -- where the schema is absent, its type parameter is the default */
    params: (options.params ?? nothing) as P,
    query: (options.query ?? nothing) as Q,
    body: (options.body ?? nothing) as B,
    response: (options.response ?? z.null()) as R,
    /* oxlint-enable typescript/no-unsafe-type-assertion */
    audit: options.audit,
    shows: options.shows,
    changes: options.changes ?? [],
    openWhile: options.openWhile,
    worksOnFullDisk: options.worksOnFullDisk ?? false,
  }
}

export type Route = ReturnType<typeof route<Schema, Schema, Schema, Schema, ErrorCode>>

/** The input of a handler, and of a caller of `call` (before defaults and coercion). */
export type Params<T extends Route> = z.output<T['params']>
export type Query<T extends Route> = z.output<T['query']>
export type Body<T extends Route> = z.output<T['body']>
export type Reply<T extends Route> = z.output<T['response']>
export type ParamsInput<T extends Route> = z.input<T['params']>
export type QueryInput<T extends Route> = z.input<T['query']>
export type BodyInput<T extends Route> = z.input<T['body']>

/** The codes that a route may answer with: those it declares, and those every route has. */
export type ErrorCodeOf<T extends Route> = T['errors'][number] | CommonErrorCode
