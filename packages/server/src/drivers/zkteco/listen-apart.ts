import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { boundPerAddress, takeLimits } from '../../http/listen.ts'
import { zktecoMake } from './zkteco-make.ts'

/** Terminals leave connections behind without ending them. */
const idleMs = 60_000

type Apart = {
  host: string
  port: number
  /** Connections that one address may have; null: a proxy counts them. */
  perAddress: number | null
}

/** A port that serves these terminals and nothing else, without HTTPS, for those that speak none. Slow callers are ended as on the product's port. */
export async function listenApart(fastify: FastifyInstance, { host, port, perAddress }: Apart): Promise<Server> {
  // Some firmware names no host.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (zktecoMake.switch?.servesPlain(request.url)) fastify.server.emit('request', request, response)
    else response.writeHead(404).end()
  })
  takeLimits(server, fastify.server)
  server.keepAliveTimeout = Math.min(server.keepAliveTimeout, idleMs)
  if (perAddress !== null) boundPerAddress(server, perAddress)
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
