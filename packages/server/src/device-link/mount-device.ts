import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { DiskGuard } from '../db/disk-guard.ts'
import { refuseWhenReadOnly, succeed } from '../http/envelope.ts'
import { check } from '../http/mount.ts'
import type { Ctx, Services } from '../ctx.ts'
import { readBearer } from './credentials.ts'
import type { BrokerAddress } from './broker/device-broker.ts'
import type { DeviceDirectory, DeviceIdentity } from './device-directory.ts'

/** The parts that the routes of the device link use. */
export type DeviceApp = {
  fastify: FastifyInstance
  services: Services
  disk: DiskGuard
  directory: DeviceDirectory
  /** The hints that tell terminals about pending changes. */
  broker: BrokerAddress
  /** Called for every call of an authenticated device. */
  heard: (ldid: string) => void
  talk: DeviceTalk
}

/** An answered call, as somebody who looks for a fault may need it. */
export type AnsweredCall = {
  method: string
  /** The path of the route, with the names of its parameters. */
  path: string
  request: FastifyRequest
  status: number
  tookMs: number
  /** Undefined while nobody looks, and of bytes. */
  data: unknown
  /** The word of the problem, of a call that was refused. */
  problem: string | undefined
}

/** The conversation of our own link, for the pages of devices. */
export type DeviceTalk = {
  isWatched(deviceId: string): boolean
  answered(device: DeviceIdentity, call: AnsweredCall): void
}

export type DeviceInput<T extends DeviceRoute> = {
  params: z.output<T['params']>
  query: z.output<T['query']>
  body: z.output<T['body']>
  requestId: string
  request: FastifyRequest
  reply: FastifyReply
}

type Options = {
  /** The largest body in bytes; 1 MiB by default. */
  bodyLimit?: number
  /** Refused at once on a full disk: devices keep these data until they are accepted. */
  writesToDisk?: true
}

const prefix = '/device'

/** Mounts one route of the device link for authenticated devices: credentials, validation, handler, envelope. */
export function mountDevice<T extends DeviceRoute>(
  app: DeviceApp,
  route: T,
  handler: (input: DeviceInput<T>, device: DeviceIdentity, ctx: Ctx) => Promise<z.output<T['response']>>,
  options: Options = {},
): void {
  requireAccess(route, 'device')
  const callers = new WeakMap<FastifyRequest, DeviceIdentity>()
  const answers = new WeakMap<FastifyRequest, { data?: unknown; problem?: string }>()
  // Before the body is read, as at the console's routes.
  const onRequest = async (request: FastifyRequest) => {
    const device = await app.directory.authenticate(readBearer(request.headers.authorization), request.ip)
    callers.set(request, device)
    app.heard(device.ldid)
    if (options.writesToDisk) refuseWhenReadOnly(app.disk)
  }
  // Of a refusal the word is kept, which the error handler writes.
  const onError = async (request: FastifyRequest, _: FastifyReply, error: unknown) => {
    if (error instanceof AppError) answers.set(request, { problem: error.code })
  }
  const onResponse = async (request: FastifyRequest, reply: FastifyReply) => {
    const device = callers.get(request)
    if (!device) return
    const { data, problem } = answers.get(request) ?? {}
    const { method, path } = route
    app.talk.answered(device, {
      method,
      path,
      request,
      status: reply.statusCode,
      tookMs: reply.elapsedTime,
      data,
      problem,
    })
  }
  const hooks = { onRequest, onError, onResponse }
  mountAny(app, route, { bodyLimit: options.bodyLimit, knowsCaller: true, hooks }, async (request, reply) => {
    const device = callers.get(request)
    if (!device) throw new AppError('device.credentials-wrong')
    const ctx = contextOf(app, request, { kind: 'device', id: device.id, name: device.name })
    const input = readInput(route, request, reply)
    // The same as at the console's routes: HEAD of bytes makes none of them.
    if (request.method === 'HEAD' && route.replyKind === 'stream') return reply.send()
    const data = await handler(input, device, ctx)
    if (app.talk.isWatched(device.id)) answers.set(request, { data })
    return data
  })
}

/** Mounts a route for callers without an identity (pairing). */
export function mountDevicePublic<T extends DeviceRoute>(
  app: DeviceApp,
  route: T,
  handler: (input: DeviceInput<T>, ctx: Ctx) => Promise<z.output<T['response']>>,
): void {
  requireAccess(route, 'public')
  mountAny(app, route, { bodyLimit: 16_384 }, (request, reply) =>
    handler(readInput(route, request, reply), contextOf(app, request, { kind: 'nobody' })),
  )
}

/** The contract defines the callers; a route mounted the other way fails the start. */
function requireAccess(route: DeviceRoute, access: DeviceRoute['access']): void {
  if (route.access !== access) throw new Error(`${route.path} is for callers of the kind ${route.access}`)
}

function mountAny(
  { fastify }: DeviceApp,
  route: DeviceRoute,
  {
    bodyLimit = 1_048_576,
    knowsCaller = false,
    hooks = {},
  }: {
    bodyLimit: number | undefined
    knowsCaller?: boolean
    hooks?: Pick<RouteShorthandOptions, 'onRequest' | 'onError' | 'onResponse'>
  },
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  fastify.route({
    method: route.method,
    url: prefix + route.path,
    bodyLimit,
    config: { knowsCaller },
    ...hooks,
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const data = await answer(request, reply)
      return route.replyKind === 'stream' ? reply : succeed(route.response.parse(data))
    },
  })
}

const contextOf = ({ services }: DeviceApp, request: FastifyRequest, actor: Ctx['actor']): Ctx => ({
  ...services,
  actor,
  address: request.ip,
  audit: {},
  log: request.log,
})

const readInput = <T extends DeviceRoute>(route: T, request: FastifyRequest, reply: FastifyReply): DeviceInput<T> => ({
  params: check(route.params as T['params'], request.params),
  query: check(route.query as T['query'], request.query),
  body: check(route.body as T['body'], request.body ?? {}),
  requestId: request.id,
  request,
  reply,
})
