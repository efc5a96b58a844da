import type { AddressInfo } from 'node:net'
import type { TestGatehouse } from './gatehouse.ts'

/** Makes the test's server listen, for terminals; gives its address. */
export async function listenForTerminals({ gatehouse }: TestGatehouse): Promise<string> {
  await gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  return `http://127.0.0.1:${(gatehouse.fastify.server.address() as AddressInfo).port}`
}
