import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its callers are machines of which some name no host in HTTP/1.1. */
    needsNoHost?: boolean
  }
}

/** Refuses a call of HTTP/1.1 that names no host, as Node would, where its route does not say that such calls are usual. */
export function requireHost(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { httpVersion, headers } = request.raw
    if (httpVersion !== '1.1' || headers.host !== undefined || request.routeOptions.config.needsNoHost) return undefined
    return reply.code(400).header('connection', 'close').send()
  })
}
