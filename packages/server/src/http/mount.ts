import { AppError } from '@gatehouse/contract/errors.ts'
import { headers } from '@gatehouse/contract/envelope.ts'
import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { can } from '@gatehouse/contract/permissions.ts'
import type { Body, Params, Query, Reply, Route } from '@gatehouse/contract/route.ts'
import { requestIssue } from '@gatehouse/contract/texts/request-problems.ts'
import { withoutUnknownKeys } from '@gatehouse/contract/without-unknown-keys.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { DiskGuard } from '../db/disk-guard.ts'
import { type Ctx, inTransaction, type Services } from '../ctx.ts'
import { codeOf, refuseWhenReadOnly, succeed } from './envelope.ts'
import { insertOperation } from './operation-log-store.ts'
import type { PublicRateLimiter } from './public-rate-limiter.ts'
import { maxTogether } from './read-files.ts'
import { readImageBody } from './read-image-body.ts'
import { findSessionUser } from './session-store.ts'
import { checkSignature } from './signature.ts'

export type App = {
  fastify: FastifyInstance
  services: Services
  disk: DiskGuard
  /** Whether the licence lets sessions work now (LOGIN-13); read from memory, renewed by the licence feature. */
  isLicensed: () => boolean
  /** The clock is before the start of the licence: an account that may set it right may do that. */
  isClockBehind: () => boolean
  /** Calls of people without an account, by their address. */
  publicRateLimiter: PublicRateLimiter
  /** The mounted routes: the open API leads to the same handlers through an entry point of its own. */
  mounted: Map<Route, Mounted>
}

export type HandlerInput<T extends Route> = {
  params: Params<T>
  query: Query<T>
  body: Body<T>
  /** The session's token; empty on public routes. */
  token: string
  /** The uploaded picture of a `bodyKind: 'image'` route, else empty. */
  image: Buffer
  request: FastifyRequest
  reply: FastifyReply
  /** Leaves the call's operation-log line now: for streams, before the first byte, since their end may never come. */
  writeAuditEntry: () => Promise<void>
}

type MountOptions<T extends Route> = {
  /**
   * A changing call runs in one transaction with its operation-log line. A handler that does slow work first (pictures)
   * says so and opens its own.
   */
  ownTransaction?: true
  /** The largest body in bytes; by default 1 MiB, and 64 KiB for callers without a session. */
  bodyLimit?: number
  /**
   * For a public route: throws the route's refusal if the secret in the path is unknown. Called before the body is
   * read, and required if that is more than a small JSON.
   */
  knows?: (ctx: Ctx, params: Params<T>) => Promise<unknown>
  /**
   * For a link that takes only so many pictures: counts one, or throws the route's refusal, once there is room for its body and before that is
   * read. One that a busy server puts off comes again, and is taken back.
   */
  counts?: Record<'add' | 'takeBack', (ctx: Ctx, params: Params<T>) => Promise<unknown>>
  /** The form is streamed; it is never in memory as a whole. */
  streamsForm?: true
}

const usualBodyLimit = ({ permission }: Route) => (permission === 'public' ? 65_536 : 1_048_576)

type Handler<T extends Route> = (input: HandlerInput<T>, ctx: Ctx) => Promise<Reply<T>>
/** One handler of any route; `serve` gives it the input that its own route's schemas accept. */
export type Mounted = { route: Route; handler: Handler<Route>; options: MountOptions<Route> }

/** The kind of callers: `enter` names the actor of the call, or refuses it. */
export type EntryPoint = { side: 'console' | 'phone' | 'open-api'; token: string; enter: (ctx: Ctx) => Promise<void> }

/** Routes that work without a licence in force, or while the one-time password still stands. */
const alwaysOpen = new Set(['/v2/account', '/v2/logout', '/v2/account/password', '/v2/user/type'])

/** A wrong clock must not block the routes that set it right; for the super admin only, whom the login admits then. */
const mendsTheClock = (route: Route) => route.path.startsWith('/v2/service-config/clock')

/**
 * Mounts one route of the contract: signature, session, permission, licence, validation, handler, operation log, reply.
 * The only caller of Fastify's `route` for `/api` and `/public`.
 */
export function mount<T extends Route>(app: App, route: T, handler: Handler<T>, options: MountOptions<T> = {}): void {
  const isPublic = route.prefix === '/public'
  if (isPublic && route.permission !== 'public')
    throw new Error(`${route.path} stands under /public and asks for a session`)
  const bodyLimit = options.bodyLimit ?? usualBodyLimit(route)
  const isSmall = route.bodyKind === 'json' && bodyLimit <= usualBodyLimit(route)
  if (route.permission === 'public' && !isSmall && !options.knows)
    throw new Error(`${route.path} would read large bodies of everybody: say whom it knows`)
  const isPublicPicture = isPublic && route.bodyKind === 'image'
  if (options.counts && !isPublicPicture)
    throw new Error(`${route.path} counts pictures and takes none of people without an account`)
  const paramsOf = (request: FastifyRequest) => check(route.params as T['params'], request.params) as Params<T>
  const mounted: Mounted = { route, handler, options }
  app.mounted.set(route, mounted)
  const callers = new WeakMap<FastifyRequest, { isOpen: boolean; user: SessionUser | undefined }>()
  app.fastify.route({
    method: route.method,
    url: route.prefix + route.path,
    bodyLimit,
    config: {
      knowsCaller: route.permission !== 'public' && !route.openWhile,
      ...(route.bodyKind === 'files' && { maxHeldOfForm: options.streamsForm ? 0 : maxTogether }),
    },
    // Before the body is read: megabytes of strangers must not fill the memory.
    onRequest: async (request) => {
      checkSignature(request, app.services.clock)
      if (isPublic) {
        app.publicRateLimiter.consume(request.ip)
        if (!app.isLicensed()) throw new AppError('licence.required')
      }
      if (options.knows) {
        // A body that cannot be stored need not be read, from any caller.
        if (!route.worksOnFullDisk) refuseWhenReadOnly(app.disk)
        const params = paramsOf(request)
        checkCaller(route.query, request.query)
        await options.knows(contextOf(app, request), params)
      }
      const isOpen = route.openWhile === 'not-activated' && !app.isLicensed()
      const token = tokenOf(request, route)
      callers.set(request, { isOpen, user: isOpen ? await findUser(app, token) : await identify(app, route, token) })
    },
    // After the room for the body was found (bound-bodies.ts): what is refused there was never here.
    preParsing: async (request) => {
      if (!isPublicPicture) return
      app.publicRateLimiter.consumePicture(request.ip)
      await options.counts?.add(contextOf(app, request), paramsOf(request))
    },
    handler: async (request, reply) => {
      const { isOpen, user } = callers.get(request) ?? { isOpen: false, user: undefined }
      const enter = async (ctx: Ctx) => {
        if (!user) return
        ctx.actor = { kind: 'account', id: user.id, name: user.account, personName: user.name, role: user.role.name }
        if (!isOpen) refuse(app, route, user)
      }
      const entryPoint: EntryPoint = { side: isPublic ? 'phone' : 'console', token: tokenOf(request, route), enter }
      try {
        await serve(app, mounted, entryPoint, request, reply)
      } catch (error) {
        if (isPublicPicture && error instanceof AppError && error.code === 'server.busy') {
          app.publicRateLimiter.giveBackPicture(request.ip)
          // The caller must hear that the server is busy, whatever happens to the count.
          await options.counts
            ?.takeBack(contextOf(app, request), paramsOf(request))
            .catch((cause: unknown) => request.log.error({ err: cause }, 'a picture could not be taken back'))
        }
        throw error
      }
    },
  })
}

/** Answers one call that arrived here: validation, handler, operation log, reply. */
export async function serve(
  app: App,
  { route, handler, options }: Mounted,
  { side, token, enter }: EntryPoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (route.method !== 'GET' && !route.worksOnFullDisk) refuseWhenReadOnly(app.disk)
  const ctx = contextOf(app, request)
  const audit = route.audit === 'self' ? undefined : route.audit
  const line = audit && { ...audit, side, address: request.ip, requestId: request.id }
  let hasAuditEntry = false
  try {
    await enter(ctx)
    const writeAuditEntry = async () => {
      if (line && !hasAuditEntry) await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: ctx.audit })
      hasAuditEntry = true
    }
    const input: HandlerInput<Route> = { ...(await readInput(route, request)), token, request, reply, writeAuditEntry }
    // HEAD of an answer without an end, or one that takes long to make: tells only whether the caller would be
    // admitted.
    if (request.method === 'HEAD' && route.replyKind === 'stream') return void (await reply.send())
    const run = async (ctx: Ctx) => {
      const data = await handler(input, ctx)
      if (line && !hasAuditEntry) await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: ctx.audit })
      return data
    }
    const data = line && !options.ownTransaction ? await inTransaction(ctx, run) : await run(ctx)
    if (route.replyKind === 'envelope') await reply.send(succeed(route.response.parse(data)))
  } catch (error) {
    // A caller without a session leaves no line, or anybody on the network could fill the log.
    if (line && !hasAuditEntry && ctx.actor.kind !== 'nobody') await logFailure(ctx, line, error)
    throw error
  }
}

const contextOf = ({ services }: App, { ip: address, log }: FastifyRequest): Ctx => ({
  ...services,
  actor: { kind: 'nobody' },
  address,
  audit: {},
  log,
})

async function logFailure(
  ctx: Ctx,
  line: Omit<Parameters<typeof insertOperation>[1], 'actor' | 'note'>,
  error: unknown,
) {
  const errorCode = codeOf(error)
  // The caller must get the failure itself, whatever happens to its line.
  await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: ctx.audit, errorCode }).catch((cause: unknown) =>
    ctx.log.error({ err: cause }, 'a failure could not be written to the operation log'),
  )
}

function tokenOf(request: FastifyRequest, route: Route): string {
  const header = request.headers[headers.token]
  if (typeof header === 'string' && header !== '') return header
  return route.acceptsCookie ? (request.cookies['token'] ?? '') : ''
}

/** The session's user; undefined on a public route. @throws AppError auth.session-expired */
async function identify(app: App, route: Route, token: string): Promise<SessionUser | undefined> {
  if (route.permission === 'public') return undefined
  const user = await findUser(app, token)
  if (!user) throw new AppError('auth.session-expired')
  return user
}

const findUser = async ({ services }: App, token: string): Promise<SessionUser | undefined> =>
  token ? findSessionUser(services.db, services.clock, token) : undefined

/** @throws AppError auth.password-change-required, licence.required, licence.clock-behind, auth.permission-denied */
function refuse(app: App, route: Route, user: SessionUser): void {
  if (!alwaysOpen.has(route.path)) {
    if (user.mustChangePassword) throw new AppError('auth.password-change-required')
    const isCure = app.isClockBehind() && mendsTheClock(route) && user.role.name === 'superAdmin'
    if (!app.isLicensed() && !isCure)
      throw new AppError(app.isClockBehind() ? 'licence.clock-behind' : 'licence.required')
  }
  const { permission } = route
  if (permission !== 'session' && permission !== 'public' && !can(user.role.name, permission))
    throw new AppError('auth.permission-denied')
}

async function readInput<T extends Route>(route: T, request: FastifyRequest) {
  const params = check(route.params as T['params'], request.params)
  const query = checkCaller(route.query as T['query'], request.query)
  const isImage = route.bodyKind === 'image'
  return {
    params: params as Params<T>,
    query: query as Query<T>,
    body: checkCaller(route.body as T['body'], route.bodyKind === 'json' ? (request.body ?? {}) : {}) as Body<T>,
    image: isImage ? await readImageBody(request) : Buffer.alloc(0),
  }
}

/**
 * The same as `check`, but keys that the schema does not name are refused. @throws AppError request.unknown-key,
 * request.invalid
 */
const checkCaller = <T extends z.ZodType>(schema: T, value: unknown) => {
  const given = withoutUnknownKeys(schema).safeParse(value, { reportInput: true })
  if (given.success) return given.data
  const keys = given.error.issues.flatMap(unknownKeysIn)
  if (keys.length > 0) throw new AppError('request.unknown-key', { keys: listed(keys) })
  throw invalid(given.error)
}

/**
 * With the path to each: `filter.form`. Of the alternatives of a union, if none fits, those that fit but for such keys.
 */
function unknownKeysIn(issue: z.core.$ZodIssue): string[] {
  const within = (keys: readonly string[]) => keys.map((key) => [...issue.path, key].join('.'))
  if (issue.code === 'unrecognized_keys') return within(issue.keys)
  if (issue.code !== 'invalid_union') return []
  const near = issue.errors.find((errors) => errors.every(({ code }) => code === 'unrecognized_keys'))
  return within((near ?? []).flatMap(unknownKeysIn))
}

/** The caller wrote them: only as many as a sentence can hold. */
const listed = (keys: readonly string[]) =>
  keys
    .slice(0, 10)
    .map((key) => [...key.toWellFormed()].slice(0, 60).join(''))
    .join(', ')

/** Parses input from outside; the refusal names the fields and the problem of each, never the values. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw invalid(result.error)
}

function invalid(error: z.ZodError): AppError {
  const issues = error.issues.slice(0, 20).map(requestIssue)
  return new AppError('request.invalid', {
    fields: [...new Set(issues.map(({ path }) => path || 'body'))].join(', '),
    issues,
  })
}
