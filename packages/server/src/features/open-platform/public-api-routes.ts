import { createHash } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { publicApiScopes } from '@gatehouse/contract/features/open-platform.ts'
import {
  publicApiHeaders,
  getPublicCompany,
  streamLiveEvents,
  type PublicApiRoute,
  publicApiRoutes,
  scopePermissions,
  whoAmI,
} from '@gatehouse/contract/public-api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Hints } from '../../hints/hints.ts'
import { withoutPeople } from '../alarms/alarm-reads.ts'
import { type App, type Mounted, serve } from '../../http/mount.ts'
import { brokenForm } from '../../http/read-form.ts'
import { imageTypes } from '../../http/read-image-body.ts'
import { readJson } from '../../http/read-json.ts'
import type { Ctx } from '../../ctx.ts'
import { type CallingKey, findCallingKey } from './key-store.ts'
import { readCompany } from '../../company/company-reads.ts'
import { type LiveEvent, createLiveFeed } from './live-feed.ts'
import { type ApplicationCall, createApplicationAuthenticator } from './application-authenticator.ts'

/** The data of a call before its body is read, and then the body's bytes. */
type Caller = { call: ApplicationCall; key: CallingKey }

/**
 * The open API: every route leads to the handler of the console's route, behind an entry point that requires a
 * signature, a whitelisted address and a scope (ADR 24). Mounted after all the others.
 */
export async function mountPublicApi(app: App, hints: Hints, callsPerMinute: number): Promise<void> {
  const authenticator = createApplicationAuthenticator(app.services, callsPerMinute)
  const callers = new WeakMap<FastifyRequest, Caller>()
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  const callerOf = (request: FastifyRequest) => {
    const caller = callers.get(request)
    if (!caller) throw new AppError('open-api.unsigned')
    return caller
  }
  for (const mounted of ownRoutes(app, hints, (request) => callerOf(request).key))
    app.mounted.set(mounted.route, mounted)

  await app.fastify.register(async (open) => {
    readBodiesWhole(open, bodies)
    open.addHook('onRequest', async (request) => {
      if (!app.isLicensed()) throw new AppError('licence.required')
      const call = callOf(request)
      callers.set(request, { call, key: await authenticator.identify(call) })
    })
    for (const entry of publicApiRoutes.values()) {
      const mounted = app.mounted.get(entry.route)
      if (!mounted) throw new Error(`${entry.path} leads to a route that is not mounted`)
      open.route({
        method: entry.route.method,
        url: `/openapi${entry.path}`,
        bodyLimit: mounted.options.bodyLimit ?? 1_048_576,
        config: { knowsCaller: true },
        handler: async (request, reply) => {
          const enter = async (ctx: Ctx) => {
            const { call, key } = callerOf(request)
            const bodyHash = createHash('sha256')
              .update(bodies.get(request) ?? '')
              .digest('hex')
            await authenticator.verify(call, key, bodyHash)
            ctx.actor = actorOf(key)
            requireScope(entry, key)
          }
          await serve(app, mounted, { side: 'open-api', token: '', enter }, request, reply)
        },
      })
    }
  })
}

/** The bytes are kept as they arrived, for their hash, also those of the form around a picture. */
function readBodiesWhole(open: FastifyInstance, bodies: WeakMap<FastifyRequest, Buffer>): void {
  open.removeAllContentTypeParsers()
  const parseJson = readJson(open)
  open.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    bodies.set(request, body)
    if (body.length === 0) return done(null, undefined)
    return parseJson(request, body.toString(), done)
  })
  open.addContentTypeParser(imageTypes, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    bodies.set(request, body)
    done(null, body)
  })
  open.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      bodies.set(request, body)
      return pictureIn(body, request.headers['content-type'] ?? '')
    },
  )
}

/** The bytes of the field `file`. @throws AppError portrait.unreadable, request.unknown-key, request.invalid */
async function pictureIn(form: Buffer, contentType: string): Promise<Buffer> {
  const fields = await new Response(new Uint8Array(form), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined)
  if (!fields) throw brokenForm()
  const [file, ...others] = fields.getAll('file')
  const unknown = [...fields.keys()].filter((name) => name !== 'file' || others.length > 0)
  if (unknown.length > 0) throw new AppError('request.unknown-key', { keys: unknown.join(', ').slice(0, 200) })
  if (!(file instanceof File)) throw new AppError('portrait.unreadable')
  return Buffer.from(await file.arrayBuffer())
}

function callOf(request: FastifyRequest): ApplicationCall {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    method: request.method,
    target: request.url,
    address: request.ip,
    key: header(publicApiHeaders.key),
    timestamp: header(publicApiHeaders.timestamp),
    nonce: header(publicApiHeaders.nonce),
    sign: header(publicApiHeaders.sign),
  }
}

const scopesOf = ({ scopes }: CallingKey) => publicApiScopes.filter((scope) => scopes.includes(scope))

const actorOf = (key: CallingKey): Ctx['actor'] => ({
  kind: 'application',
  id: key.application_id,
  name: key.application_name,
  permissions: new Set(scopesOf(key).flatMap((scope) => scopePermissions[scope])),
})

/** @throws AppError open-api.scope-missing */
function requireScope({ scopes }: PublicApiRoute, key: CallingKey): void {
  if (!scopes.some((scope) => key.scopes.includes(scope)))
    throw new AppError('open-api.scope-missing', { scopes: scopes.join(', ') })
}

/** Headers that the console does not need. */
function ownRoutes(app: App, hints: Hints, keyOf: (request: FastifyRequest) => CallingKey): Mounted[] {
  const follow = createStreams(app, hints)
  return [
    {
      route: whoAmI,
      options: {},
      handler: async ({ request }, { clock }) => {
        const key = keyOf(request)
        return {
          id: key.application_id,
          name: key.application_name,
          key: { name: key.name, scopes: scopesOf(key) },
          serverTime: clock.now().round('millisecond').toString(),
        }
      },
    },
    {
      route: getPublicCompany,
      options: {},
      handler: async (_, { db }) => {
        const { name, timeZone } = await readCompany(db)
        return { name, timeZone }
      },
    },
    {
      route: streamLiveEvents,
      options: {},
      handler: async ({ request, reply }) => follow(keyOf(request), callOf(request).key, reply),
    },
  ]
}

const maxStreams = 5
/** Prevents proxies from closing an idle stream, and notices that a key has ended. */
const heartbeatMs = 25_000
const scopeOfEvent = { record: 'records.read', alarm: 'alarms.read' } as const

/** Streams of live events, a few for each application. */
function createStreams({ services }: App, hints: Hints) {
  const feed = createLiveFeed(services, hints)
  const counts = new Map<string, number>()
  return async (
    { application_id: id, scopes: first }: CallingKey,
    appKey: string,
    reply: FastifyReply,
  ): Promise<null> => {
    const count = counts.get(id) ?? 0
    if (count >= maxStreams) throw new AppError('open-api.too-many-streams', { limit: maxStreams, seconds: 60 })
    counts.set(id, count + 1)
    let scopes = first
    reply.hijack()
    const stream = reply.raw
    let leave = () => {}
    const heartbeat = setInterval(() => {
      stream.write(': alive\n\n')
      findCallingKey(services.db, appKey, services.clock.now().toString()).then(
        (key) => (key ? (scopes = key.scopes) : stream.end()),
        () => stream.end(),
      )
    }, heartbeatMs)
    const leaveMissed = hints.onMissed(() => stream.end())
    stream.on('close', () => {
      counts.set(id, (counts.get(id) ?? 1) - 1)
      clearInterval(heartbeat)
      leaveMissed()
      leave()
    })
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const send = ({ type, data }: LiveEvent) => {
      const seen = type === 'alarm' && !scopes.includes('records.read') ? withoutPeople(data) : data
      // A reader that does not keep up loses events, so that the server does not run out of memory.
      if (scopes.includes(scopeOfEvent[type]) && stream.writableLength < 1_048_576)
        stream.write(`event: ${type}\nid: ${data.id}\ndata: ${JSON.stringify(seen)}\n\n`)
    }
    try {
      leave = await feed.listen(send)
    } catch (error) {
      services.log.warn({ err: error }, 'a live stream could not begin')
      stream.end()
    }
    if (stream.destroyed) leave()
    else stream.write('retry: 2000\n\n')
    return null
  }
}
