import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendPage } from './static-files.ts'

export interface TerminalFolders {
  /** The built page. */
  readonly page: string
  /** The networks of the face engine, for its own copy of them. */
  readonly models: string
}

/** The headers of the frame that calls the relay from the settings of a terminal, while the server is unavailable. */
const relayPolicy = "default-src 'none'; script-src 'self'; connect-src http: https:; frame-ancestors 'self'"

/**
 * The terminal for browsers under /terminal: content-hashed files for a year; the rest is revalidated each time, which
 * its service worker does once for each version. The models are no secret: they are the same in every installation.
 */
export async function serveTerminal(fastify: FastifyInstance, { page, models }: TerminalFolders): Promise<void> {
  if (!existsSync(join(page, 'index.html'))) return
  await fastify.register(fastifyStatic, {
    root: page,
    prefix: '/terminal/',
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/relay\.html(\.br|\.gz)?$/.test(path)) void reply.header('content-security-policy', relayPolicy)
      // The page itself has no slash at its end, and the service worker's scope must include it.
      if (/sw\.js(\.br|\.gz)?$/.test(path)) void reply.header('service-worker-allowed', '/terminal')
    },
  })
  await fastify.register(fastifyStatic, {
    root: models,
    prefix: '/terminal/models/',
    decorateReply: false,
    allowedPath: (path) => path.endsWith('.onnx'),
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  fastify.get('/terminal', (_, reply) => sendPage(reply.header('cache-control', 'no-cache'), page))
}
