import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from './envelope.ts'

/** The time after which a restarted server is there again. */
const seconds = 5
/** Of the five seconds within which the process ends. */
const maxCallMs = 2_000
/** These paths still answer with the state of the server. */
const aboutHealth: readonly (string | undefined)[] = ['/healthz', '/readyz']

export type Closing = {
  isClosing(): boolean
  /** Begins no new calls from now on; resolves when the calls under way are answered, or after two seconds. */
  begin(): Promise<void>
}

/**
 * A caller is told in the envelope that the server ends, and when to call again. Fastify's own words for it
 * (`return503OnClosing`, which has to be off) are none that a terminal or the console could read.
 */
export function answerClosing(fastify: FastifyInstance): Closing {
  let ending: Promise<void> | undefined
  const underWay = new Map<FastifyReply, Promise<void>>()

  async function end(): Promise<void> {
    // A stream of hints has no end of its own.
    const calls = [...underWay].filter(([reply]) => !isStream(reply)).map(([, answered]) => answered)
    const patience = new AbortController()
    const late = pause(maxCallMs, undefined, { signal: patience.signal }).catch(() => {})
    await Promise.race([Promise.all(calls), late])
    patience.abort()
  }
  const begin = () => (ending ??= end())

  fastify.addHook('preClose', begin)
  fastify.addHook('onRequest', async (request, reply) => {
    if (aboutHealth.includes(request.routeOptions.url)) return
    if (ending) return fail(request, reply, 'server.stopping', { seconds })
    const answered = Promise.withResolvers<void>()
    underWay.set(reply, answered.promise)
    reply.raw.once('close', () => {
      underWay.delete(reply)
      answered.resolve()
    })
  })
  return { isClosing: () => ending !== undefined, begin }
}

/** `sent` is also true for calls that ended, or that Fastify no longer handles. */
const isStream = (reply: FastifyReply) => reply.sent && !reply.raw.writableEnded
