import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** antd writes its styles at run time, hence 'unsafe-inline' for styles; scripts come from this server alone (WebAssembly is the face engine's). */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** The headers of every answer. */
export async function addSecurityHeaders(fastify: FastifyInstance, isHttps: boolean): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    // Without HTTPS the browser would refuse the next plain visit for a year.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Not by the plugin: it would read and write the policy again for each request, a tenth of the work of a small one.
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeader('content-security-policy', contentPolicy)
    done()
  })
  fastify.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    void reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self)')
    if (/^\/(api|public|openapi)\//.test(request.url) && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
}
