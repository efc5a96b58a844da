import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from './envelope.ts'

/** Addresses that are never a page of the console. */
const notPages = /^\/(api|device\/v\d+|public|openapi|mqtt|metrics|healthz|readyz|assets)([/?]|$)/

/** A missing file, for callers who do not ask for a page. */
const fileName = /\.\w+$/

/** A page visit: by a browser, by a program that accepts anything, or by a HEAD request. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (!['GET', 'HEAD'].includes(method) || notPages.test(url)) return false
  const { accept = '*/*' } = headers
  if (accept.includes('text/html')) return true
  const [path = ''] = url.split('?')
  return /(?:\*|text)\/\*/.test(accept) && !fileName.test(path)
}

/**
 * Answers with a page. A handler that returned its reply would be waited for through the end of the response, with so many listeners
 * there that Node warns of a leak.
 */
export const sendPage = (reply: FastifyReply, folder?: string): void =>
  void (folder === undefined ? reply.sendFile('index.html') : reply.sendFile('index.html', folder))

/**
 * The built console: content-hashed files for a year, compressed at build time; every page address answers index.html
 * (history routing). Any other missing file is the envelope's 404.
 */
export async function serveConsole(fastify: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await fastify.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: ['index.html'],
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  fastify.setNotFoundHandler((request, reply) => {
    if (isBuilt && wantsPage(request)) sendPage(reply)
    else void fail(request, reply, 'request.not-found')
  })
}
