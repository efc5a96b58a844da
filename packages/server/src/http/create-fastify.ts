import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Services } from '../ctx.ts'
import type { DiskGuard } from '../db/disk-guard.ts'
import type { Config } from '../lib/config.ts'
import { answerClosing } from './answer-closing.ts'
import { boundBodies } from './bound-bodies.ts'
import { answerError, fail } from './envelope.ts'
import { watchFreeSpace } from './watch-free-space.ts'
import { readForwardedFor } from './forwarded-for.ts'
import { imageTypes } from './read-image-body.ts'
import { readJson } from './read-json.ts'
import { refuseEncoded } from './refuse-encoded.ts'
import { requireHost } from './require-host.ts'
import { addSecurityHeaders } from './security-headers.ts'

export type OpenFastify = {
  fastify: FastifyInstance
  closing: ReturnType<typeof answerClosing>
  stopWatchingDisk: ReturnType<typeof watchFreeSpace>
}

/** Fastify with the rules of every call: how it is read, limited, refused and answered. */
export async function createFastify(
  services: Pick<Services, 'db' | 'log'>,
  { config, disk, log }: { config: Config; disk: DiskGuard; log: FastifyBaseLogger },
): Promise<OpenFastify> {
  const fastify = Fastify({
    loggerInstance: log,
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    // `requireHost` asks for it, by the route
    http: { requireHostHeader: false },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // answerClosing answers in our own words
    return503OnClosing: false,
    // An address that cannot be one of ours: malformed, or longer than any id.
    frameworkErrors: (_, request, reply) => void fail(request, reply, 'request.not-found'),
  })
  fastify.setErrorHandler(answerError)
  if (config.TRUST_PROXY) readForwardedFor(fastify)
  requireHost(fastify)
  refuseEncoded(fastify)
  const stopWatchingDisk = watchFreeSpace(fastify, services, disk)
  const closing = answerClosing(fastify)
  await addSecurityHeaders(fastify, servesTls(config))
  boundBodies(fastify)
  await fastify.register(cookie)
  await fastify.register(multipart)
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, readJson(fastify))
  fastify.addContentTypeParser(imageTypes, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  return { fastify, closing, stopWatchingDisk }
}

export const servesTls = (config: Config): boolean => Boolean(config.TLS ?? config.TLS_CERT)
