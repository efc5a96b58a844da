import { connect, type AddressInfo } from 'node:net'
import * as link from '@gatehouse/contract/device/link.ts'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'

let house: TestGatehouse
let port: number
beforeAll(async () => {
  house = await startTestGatehouse()
  await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (house.gatehouse.fastify.server.address() as AddressInfo).port
})
afterAll(() => house.close())

/** The status of the answer to a call that promises a body and sends none of it. */
function statusWithoutBody(method: string, path: string, contentType: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${contentType}\r\ncontent-length: 900\r\n\r\n`,
    ),
  )
  socket.once('data', (bytes) => {
    socket.destroy()
    resolve(bytes.toString('latin1').slice(9, 12))
  })
  socket.once('error', reject)
  return promise
}

const pathOf = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')
const isDeviceRoute = (value: unknown): value is DeviceRoute =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const calls = [
  ...[...apiRoutes.values()]
    .filter(({ permission, method, openWhile }) => permission !== 'public' && method !== 'GET' && !openWhile)
    .map(({ method, prefix, path, bodyKind }) => ({
      ...{ method, path: pathOf(prefix + path) },
      type: bodyKind === 'image' ? 'image/jpeg' : 'application/json',
    })),
  ...Object.values<unknown>(link).flatMap((route) =>
    isDeviceRoute(route) && route.access === 'device' && route.method !== 'GET'
      ? [{ method: route.method, path: pathOf(`/device${route.path}`), type: 'application/json' }]
      : [],
  ),
]

it.each(calls)('who is nobody is refused before $method $path has read a body', async ({ method, path, type }) => {
  expect(await statusWithoutBody(method, path, type)).toBe('401')
})
