import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../lib/config.ts'
import { readCertificate } from './certificate.ts'
import { askedOf, leadToHttps } from './lead-to-https.ts'
import type { Certificate } from './own-authority.ts'

export class ListenError extends Error {
  override readonly name = 'ListenError'
}

export type Listening = { protocol: 'http' | 'https'; port: number; close(): Promise<void> }

/** First byte of a TLS handshake record (RFC 8446, section 5.1). */
const tlsHandshake = 0x16

/**
 * Opens the port. With a certificate, one port speaks both: a TLS handshake gets the product, plain HTTP gets a redirect
 * to the same address over HTTPS.
 * @throws ListenError with one line that says what to do
 */
export async function listen(fastify: FastifyInstance, config: Config): Promise<Listening> {
  await fastify.ready()
  const certificate = await readCertificate(config)
  const server = certificate ? sniffingServer(fastify, certificate, config) : fastify.server
  server.listen(config.PORT, config.HOST)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new ListenError(explain(cause, config), { cause })
  }
  const address = server.address()
  return {
    protocol: certificate ? 'https' : 'http',
    port: typeof address === 'object' && address ? address.port : config.PORT,
    close: async () => void server.close(),
  }
}

function explain(cause: unknown, { PORT, HOST }: Config): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') return `Port ${PORT} is taken: stop the other program, or set PORT to a free one.`
  if (code === 'EACCES') return `Port ${PORT} may not be opened by this user: set PORT to one above 1024.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine does not have the address ${HOST}: set HOST to one of its own, or to 0.0.0.0.`
  return `Port ${PORT} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`
}

function sniffingServer(fastify: FastifyInstance, certificate: Certificate, config: Config): Server {
  const secure = createHttpsServer(certificate)
  // Fastify's own server does the work; the TLS server only unwraps for it.
  secure.on('request', (request, response) => fastify.server.emit('request', request, response))
  secure.on('upgrade', (request, socket, head) => fastify.server.emit('upgrade', request, socket, head))
  const lead = leadToHttps(config, certificate.cert)
  const redirect = createHttpServer((request, response) => {
    response.writeHead(308, { location: lead(askedOf(request)) }).end()
  })
  return createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(10_000, () => socket.destroy())
    socket.once('readable', () => {
      const first: unknown = socket.read(1)
      if (!Buffer.isBuffer(first)) return
      socket.setTimeout(0)
      socket.unshift(first)
      ;(first[0] === tlsHandshake ? secure : redirect).emit('connection', socket)
    })
  })
}
