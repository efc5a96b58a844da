import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './open-api.ts'

const uiFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gatehouse API</title>
<link rel="stylesheet" href="/api/docs/ui/swagger-ui.css"></head>
<body><div id="ui"></div><script src="/api/docs/ui/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#ui', deepLinking: true, validatorUrl: null })`

/** `/api/openapi.json`, readable without a session, and `/api/docs`, where it can be browsed. */
export async function mountApiDocs(fastify: FastifyInstance): Promise<void> {
  const document = JSON.stringify(openApiDocument())
  fastify.get('/api/openapi.json', async (_, reply) => reply.type('application/json').send(document))
  fastify.get('/api/docs', async (_, reply) => reply.type('text/html').send(page))
  fastify.get('/api/docs/start.js', async (_, reply) => reply.type('text/javascript').send(start))
  await fastify.register(fastifyStatic, {
    root: uiFolder,
    prefix: '/api/docs/ui/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  })
}
