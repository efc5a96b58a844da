import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../lib/network-of.ts'
import { createUsageCounter } from '../lib/usage-counter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the caller has shown a session, a device's secret or a key before the body is read. */
    knowsCaller?: boolean
    /**
     * The bytes of a form that are held at most, if that is not the route's `bodyLimit`: none for a form that is
     * streamed.
     */
    maxHeldOfForm?: number
  }
}

type Limits = {
  /** Bytes of all bodies together that are being read or worked on. */
  all: number
  /** The part of these for callers without credentials: their bodies keep no door and no console waiting. */
  ofStrangers: number
  /** The part of these for one address (of IPv6: its network). */
  ofOneStranger: number
}

const mebibyte = 1_048_576
const usual: Limits = { all: 256 * mebibyte, ofStrangers: 128 * mebibyte, ofOneStranger: 32 * mebibyte }

/**
 * Costs little more than its connection, and connections are limited: a sign-in, a click and a heartbeat are never
 * refused here.
 */
const freeBytes = 8_192

const seconds = 5

/**
 * Limits the memory that the bodies of all calls together take. A body counts with its announced size, from the moment
 * before it is read until the call is answered; beyond the limit the call is refused unread (server.busy). A call of an
 * unknown address is answered unread too.
 */
export function boundBodies(fastify: FastifyInstance, limits = usual): void {
  let all = 0
  let ofStrangers = 0
  const strangers = createUsageCounter()
  // Runs after every `onRequest`: the caller is known by then, if anybody asked.
  fastify.addHook('preParsing', async (request, reply) => {
    const bytes = heldBytes(request)
    if (bytes === 0) return
    if (request.is404) throw new AppError('request.not-found')
    // The answer to a disconnected caller is closed, and closes no second time.
    if (bytes <= freeBytes || request.raw.socket.destroyed) return
    const caller = request.routeOptions.config.knowsCaller ? undefined : networkOf(request.ip)
    const hasRoom =
      all + bytes <= limits.all &&
      (caller === undefined ||
        (ofStrangers + bytes <= limits.ofStrangers && strangers.of(caller) + bytes <= limits.ofOneStranger))
    if (!hasRoom) throw new AppError('server.busy', { seconds })
    const count = (bytes: number) => {
      all += bytes
      if (caller === undefined) return
      ofStrangers += bytes
      strangers.add(caller, bytes)
    }
    count(bytes)
    reply.raw.once('close', () => count(-bytes))
  })
}

/** The bytes of the body that will be held. Without an announced size it may be as large as the route takes. */
function heldBytes({ method, headers, routeOptions }: FastifyRequest): number {
  // Fastify reads no body of these.
  if (method === 'GET' || method === 'HEAD') return 0
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false
  const most = (isForm ? routeOptions.config.maxHeldOfForm : undefined) ?? routeOptions.bodyLimit
  if (headers['transfer-encoding'] !== undefined) return most
  const announced = Number(headers['content-length'] ?? 0)
  // Refused by its size, and discarded while it arrives; of a form as much is read as the route takes.
  if (announced > most && !isForm) return 0
  return Math.min(announced, most)
}
