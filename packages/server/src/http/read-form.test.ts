import { uploadLinks } from '../../test/upload-links.ts'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import multipart from '@fastify/multipart'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exampleOf } from '../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { answerError } from './envelope.ts'
import { readImageBody } from './read-image-body.ts'

const boundary = 'x'
const file = (name = 'file') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nabc\r\n`
const field = '--x\r\ncontent-disposition: form-data; name="forse"\r\n\r\ntrue\r\n'
const end = '--x--\r\n'
const withBoundary = `multipart/form-data; boundary=${boundary}`

const brokenForms = {
  'no boundary': { contentType: 'multipart/form-data', payload: file() + end },
  'a form that is cut': { contentType: withBoundary, payload: file().slice(0, -2) },
  'a field of another name': { contentType: withBoundary, payload: file() + field + end },
  'a second file': { contentType: withBoundary, payload: file() + file() + end },
  'a file of another name': { contentType: withBoundary, payload: file('picture') + end },
}

let house: TestGatehouse
let admin: Caller
/** Uploads by people without an account: nobody else's form is read. */
let links: Map<Route, string>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  links = await uploadLinks(house, admin)
})
afterAll(() => house.close())

const uploads = [...apiRoutes]
  .map(([, route]) => ({ route, title: `${route.method} ${route.path}` }))
  .filter(({ route }) => route.bodyKind !== 'json')

function send(route: Route, { contentType, payload }: { contentType: string; payload: string }) {
  const token = links.get(route)?.split('/').at(-1)
  const params = Object.entries(token ? { token } : (exampleOf(route.params) as Record<string, unknown>))
  const path = params.reduce(
    (path, [name, value]) => path.replace(`:${name}`, String(value)),
    route.prefix + route.path,
  )
  return house.gatehouse.fastify.inject({
    method: route.method as 'POST',
    url: path,
    headers: { 'auth-token': admin.token, language: 'EN', 'content-type': contentType },
    query: z.record(z.string(), z.coerce.string()).parse(exampleOf(route.query, false)),
    payload,
  })
}

describe.each(Object.entries(brokenForms))('%s', (name, form) => {
  it.each(uploads)('the broken form is refused by $title', async ({ route }) => {
    const answer = await send(route, form)
    expect([answer.statusCode >= 400 && answer.statusCode < 500, answer.body]).toEqual([true, answer.body])
    if (route.bodyKind === 'image') {
      const isUnreadable = name === 'no boundary' || name === 'a form that is cut'
      expect(answer.json()).toMatchObject({ message: isUnreadable ? 'request.invalid' : 'request.unknown-key' })
      if (isUnreadable) expect(answer.json()).toMatchObject({ data: { issues: [{ code: 'form-broken' }] } })
      else expect(answer.json().desc).toMatch(/forse|file|picture/)
    }
  })
})

it.each([
  ['a form', withBoundary, file()],
  ['a picture', 'image/jpeg', 'abc'],
  ['JSON', 'application/json', '{"a":'],
])('a form that the caller gives up half-way counts as no error of the server: %s', async (_, contentType, begun) => {
  const lines = new PassThrough().setEncoding('utf8')
  let said = ''
  lines.on('data', (line: string) => (said += line))
  const fastify = Fastify({ loggerInstance: pino(lines) })
  fastify.setErrorHandler(answerError)
  await fastify.register(multipart)
  fastify.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  fastify.post('/picture', (request) => readImageBody(request))
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1')
  const head = `POST /picture HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${contentType}\r\ncontent-length: 5000\r\n\r\n`
  socket.write(head + begun)
  await once(fastify.server, 'request')
  socket.destroy()
  await expect.poll(() => said).toMatch(/given up by the caller|a form could not be read/)
  expect(said).not.toContain('"level":50')
  await fastify.close()
})
