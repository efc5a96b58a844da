import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import type { Context } from '../benchmark.ts'

const topic = 'bare'

/**
 * One message from a bare broker to this many bare subscribers, all in this process: the milliseconds after which each of them has it.
 */
export async function publishBarely({ cleanup }: Pick<Context, 'cleanup'>, subscribers: number): Promise<number[]> {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  cleanup.defer(async () => {
    server.close()
    await new Promise<void>((resolve) => broker.close(resolve))
  })
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the bare broker listens on no port')
  const clients = await Promise.all(
    Array.from({ length: subscribers }, () => connectAsync(`mqtt://127.0.0.1:${address.port}`, { reconnectPeriod: 0 })),
  )
  await Promise.all(clients.map((client) => client.subscribeAsync(topic, { qos: 1 })))
  const reached = Promise.all(
    clients.map((client) => new Promise<number>((resolve) => client.once('message', () => resolve(performance.now())))),
  )
  const began = performance.now()
  broker.publish(
    { cmd: 'publish', topic, payload: Buffer.from('{}'), qos: 1, retain: false, dup: false },
    () => undefined,
  )
  const times = (await reached).map((at) => at - began)
  await Promise.all(clients.map((client) => client.endAsync(true)))
  return times
}
