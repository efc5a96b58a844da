import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The headers of every answer. antd writes its styles at run time, hence 'unsafe-inline' for styles; scripts come from
 * this server alone (WebAssembly is the face engine's).
 */
export async function addSecurityHeaders(fastify: FastifyInstance, isHttps: boolean): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Without HTTPS the browser would refuse the next plain visit for a year.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  fastify.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    void reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self)')
    if (/^\/(api|public|openapi)\//.test(request.url) && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
}
