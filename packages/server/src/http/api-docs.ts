import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApiDocument, publicApiDocument } from './open-api.ts'

const uiFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = (title: string, start: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<link rel="stylesheet" href="/api/docs/ui/swagger-ui.css"></head>
<body><div id="ui"></div><script src="/api/docs/ui/swagger-ui-bundle.js"></script><script src="${start}"></script></body></html>`

const start = (document: string) =>
  `SwaggerUIBundle({ url: '${document}', dom_id: '#ui', deepLinking: true, validatorUrl: null })`

/** A document, readable without a session, and a page on which it can be browsed. Made for the first request. */
function mountDocument(fastify: FastifyInstance, folder: string, title: string, document: () => object): void {
  let text: string | undefined
  fastify.get(`${folder}/openapi.json`, async (_, reply) =>
    reply.type('application/json').send((text ??= JSON.stringify(document()))),
  )
  fastify.get(`${folder}/docs`, async (_, reply) =>
    reply.type('text/html').send(page(title, `${folder}/docs/start.js`)),
  )
  fastify.get(`${folder}/docs/start.js`, async (_, reply) =>
    reply.type('text/javascript').send(start(`${folder}/openapi.json`)),
  )
}

/** `/api/openapi.json` with `/api/docs`, and `/openapi/v1/openapi.json` with `/openapi/v1/docs` for third parties. */
export async function mountApiDocs(fastify: FastifyInstance, publicUrl: string): Promise<void> {
  const servers = [{ url: publicUrl }]
  mountDocument(fastify, '/api', 'Gatehouse API', () => ({ ...openApiDocument(), servers }))
  mountDocument(fastify, '/openapi/v1', 'Gatehouse open API', () => ({ ...publicApiDocument(), servers }))
  await fastify.register(fastifyStatic, {
    root: uiFolder,
    prefix: '/api/docs/ui/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  })
}
