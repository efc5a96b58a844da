import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../lib/network-of.ts'
import { createUsageCounter } from '../lib/usage-counter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who calls has shown a session, a device's secret or a key before the body is read. */
    knowsCaller?: boolean
    /** So much of a form is held at most, where that is not the route's `bodyLimit`: none of one that goes on piece by piece. */
    maxHeldOfForm?: number
  }
}

type Limits = {
  /** Bytes of all bodies together that are being read or worked on. */
  all: number
  /** Of these, of callers who are nobody: what they send keeps no door and no console waiting. */
  ofStrangers: number
  /** And of these, of one address (of IPv6: its network). */
  ofOneStranger: number
}

const mebibyte = 1_048_576
const usual: Limits = { all: 256 * mebibyte, ofStrangers: 128 * mebibyte, ofOneStranger: 32 * mebibyte }

/** Costs little more than its connection, and those have a bound: a sign-in, a click and a heartbeat are never refused here. */
const freeBytes = 8_192

const seconds = 5

/**
 * Bounds what the bodies of all calls together take of the memory. A body counts with the size that it announces, from the moment before it is
 * read until the call is answered; beyond the bound the call is refused unread (server.busy). An address that there is not is answered unread too.
 */
export function boundBodies(fastify: FastifyInstance, limits = usual): void {
  let all = 0
  let ofStrangers = 0
  const strangers = createUsageCounter()
  // After every `onRequest`: who calls is known by then, where anybody asked.
  fastify.addHook('preParsing', async (request, reply) => {
    const bytes = heldBytes(request)
    if (bytes === 0) return
    if (request.is404) throw new AppError('request.not-found')
    // The answer to who has gone already is closed, and closes no second time.
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

/** What will be held of the body. Without an announced size it may be as large as the route takes. */
function heldBytes({ method, headers, routeOptions }: FastifyRequest): number {
  // Fastify reads no body of these.
  if (method === 'GET' || method === 'HEAD') return 0
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false
  const most = (isForm ? routeOptions.config.maxHeldOfForm : undefined) ?? routeOptions.bodyLimit
  if (headers['transfer-encoding'] !== undefined) return most
  const announced = Number(headers['content-length'] ?? 0)
  // Refused by its size, and thrown away while it comes; of a form as much is read as the route takes.
  if (announced > most && !isForm) return 0
  return Math.min(announced, most)
}
