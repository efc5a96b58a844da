import type { FastifyInstance } from 'fastify'
import { fail } from './envelope.ts'

/** How soon a server that is restarted is there again. */
const seconds = 5

/**
 * Whoever asks while the server ends is told so in the envelope, and when to come again. Fastify's own words for it
 * (`return503OnClosing`, which has to be off) are none that a terminal or the console could read.
 */
export function answerClosing(fastify: FastifyInstance): void {
  let isClosing = false
  fastify.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  fastify.addHook('onRequest', async (request, reply) => {
    if (isClosing) await fail(request, reply, 'server.stopping', { seconds })
  })
}
