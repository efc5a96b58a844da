import { connect, type AddressInfo, type Socket } from 'node:net'
import { linkRoutes } from '@gatehouse/contract/device/link-routes.ts'
import { errorDefinitions } from '@gatehouse/contract/errors.ts'
import { uploadAskedPortrait } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { renewWalkInLink, uploadVisitPortrait, uploadWalkInPortrait } from '@gatehouse/contract/features/visits.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { uploadLinks } from '../../test/upload-links.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let port: number
beforeAll(async () => {
  house = await startTestGatehouse()
  await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (house.gatehouse.fastify.server.address() as AddressInfo).port
})
afterAll(() => house.close())

const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

/** Status and code of the answer to a call that promises a body and sends none of it. */
function answerWithoutBody(method: string, path: string, contentType: string, bytes = 900): Promise<[string, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[string, string]>()
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${contentType}\r\ncontent-length: ${bytes}\r\n\r\n`,
    ),
  )
  sockets.add(socket)
  socket.once('data', (bytes) => {
    const text = bytes.toString('latin1')
    resolve([text.slice(9, 12), /"message":"([^"]+)"/.exec(text)?.[1] ?? ''])
  })
  socket.once('error', reject)
  return promise
}

const pathOf = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')

const calls = [
  ...[...apiRoutes.values()]
    .filter(({ permission, method, openWhile }) => permission !== 'public' && method !== 'GET' && !openWhile)
    .map(({ method, prefix, path, bodyKind }) => ({
      method,
      path: pathOf(prefix + path),
      type: bodyKind === 'image' ? 'image/jpeg' : 'application/json',
    })),
  ...[...linkRoutes.values()]
    .filter(({ access, method }) => access === 'device' && method !== 'GET')
    .map(({ method, path }) => ({ method, path: pathOf(`/device${path}`), type: 'application/json' })),
]

it.each(calls)(
  'a caller without a session is refused before $method $path has read a body',
  async ({ method, path, type }) => {
    expect((await answerWithoutBody(method, path, type))[0]).toBe('401')
  },
)

const form = 'multipart/form-data; boundary=x'
const uploadsOfAnybody = [...apiRoutes.values()]
  .filter(({ permission, method, bodyKind }) => permission === 'public' && method !== 'GET' && bodyKind !== 'json')
  .flatMap((route) => [form, 'image/jpeg'].map((type) => ({ route, path: route.path, type })))

it('there are uploads by people without an account', () => expect(uploadsOfAnybody).not.toEqual([]))

it.each(uploadsOfAnybody)('an invented link is refused before $path has read $type', async ({ route, type }) => {
  // Secrets have one of two lengths.
  const secret = ['x'.repeat(32), 'x'.repeat(43)].find((token) => route.params.safeParse({ token }).success) ?? ''
  const path = (route.prefix + route.path).replace(':token', secret)
  const [status, code] = await answerWithoutBody(route.method, path, type, 4_194_304)
  expect(status).toBe('404')
  expect(route.errors.filter((code) => errorDefinitions[code].status === 404)).toContain(code)
})

it.each(['application/json', form])('an unknown address is answered before %s is read', async (type) => {
  for (const path of ['/api/v2/nothing', '/device/v1/nothing', '/public/nothing', '/openapi/nothing', '/nothing'])
    expect(await answerWithoutBody('POST', path, type)).toEqual(['404', 'request.not-found'])
})

/** Announces as many bodies as one address may send at once, and sends nothing of them. Gives the token of the link of walk-ins to which they go. */
async function fillBodies(): Promise<string> {
  const { url } = await (await house.asRole('superAdmin')).ask(renewWalkInLink)
  const token = url.slice(url.lastIndexOf('/') + 1)
  const send = () => answerWithoutBody('POST', `/public/v1/walk-ins/${token}/portrait`, 'image/jpeg', 4_194_304)
  // The ninth call gets the first answer, while eight are still to be read.
  expect(await Promise.race(Array.from({ length: 9 }, send))).toEqual(['503', 'server.busy'])
  return token
}

it('a photograph for whose body there is no room does not count among those of a link', async () => {
  const links = await uploadLinks(house, await house.asRole('superAdmin'))
  const counted = [
    { route: uploadAskedPortrait, table: 'portrait_request' },
    { route: uploadVisitPortrait, table: 'visit_request' },
  ] as const
  await fillBodies()
  for (const { route, table } of counted) {
    const path = (route.prefix + route.path).replace(':token', links.get(route)?.split('/').at(-1) ?? '')
    expect(await answerWithoutBody('POST', path, 'image/jpeg', 4_194_304)).toEqual(['503', 'server.busy'])
    const { uploads } = await house.db.selectFrom(table).select('uploads').executeTakeFirstOrThrow()
    expect(uploads, table).toBe(0)
  }
  for (const socket of sockets) socket.destroy()
  for (const { route, table } of counted) {
    const params = { token: links.get(route)?.split('/').at(-1) ?? '' }
    const send = () => house.nobody.call(route, { params, image: Buffer.alloc(20_000) })
    await until(async () => (await send()).message === 'portrait.unreadable')
    const { uploads } = await house.db.selectFrom(table).select('uploads').executeTakeFirstOrThrow()
    expect(uploads, table).toBe(1)
  }
})

it('the bodies of all callers together have a limit, and their space is free again when the callers are gone', async () => {
  const token = await fillBodies()
  for (const socket of sockets) socket.destroy()
  const isRead = async () => {
    const image = Buffer.alloc(20_000)
    const { message } = await house.nobody.call(uploadWalkInPortrait, { params: { token }, image })
    return message === 'portrait.unreadable'
  }
  expect(await until(isRead)).toBe(true)
})
